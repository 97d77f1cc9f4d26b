import { Me } from '@ec/contract/auth/schemas';
import { SubmissionDesk } from '@ec/contract/results/desk';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { deskElection, deskOf, TYPED_SHEET } from '../../../test/results.ts';
import { ok, serve } from '../../../test/server.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});
afterEach(() => vi.restoreAllMocks());

/** A sheet with rows of writing on a desk, as the phone's canvas has it; `light` is the brightness of its paper. */
function phoneSees(light: number): void {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 3000, height: 4000, close: () => undefined }));
  const getImageData = (_x: number, _y: number, width: number, height: number) => {
    const data = new Uint8ClampedArray(width * height * 4);
    for (let at = 0; at < width * height; at += 1) {
      const [x, y] = [at % width, Math.floor(at / width)];
      const onPaper = x > 30 && y > 30 && x < width - 30 && y < height - 30;
      const ink = onPaper && x > 60 && x < width - 60 && y % 24 < 12 && (x * 7 + y * 3) % 11 < 3;
      data.fill(ink ? light * 0.2 : onPaper ? light : light * 0.4, at * 4, at * 4 + 4);
    }
    return { data };
  };
  const none = () => undefined;
  const context = { translate: none, rotate: none, drawImage: none, getImageData };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as GPUCanvasContext);
}

/** The head of a JPEG of 4,000 by 3,000 pixels. */
const photo = () =>
  new File(
    [Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0x0b, 0xb8, 0x0f, 0xa0, 3, ...Array<number>(20).fill(0)])],
    'sheet.jpg',
    { type: 'image/jpeg' },
  );

const ELECTIONS = [deskElection(), deskElection({ name: 'Senate' })] as const;

async function openForm(name: 'first' | 'Senate') {
  serve({
    'GET /auth/me': () => ok(Me, meOf('polling_unit_officer', { electionMode: true })),
    'GET /results/desk': () => ok(SubmissionDesk, deskOf([...ELECTIONS])),
  });
  const { user } = renderConsole(`/submit-results?election=${ELECTIONS[name === 'Senate' ? 1 : 0].id}`);
  await screen.findByRole('form', { name: 'Result sheet' });
  return user;
}

const goOn = () => screen.queryByRole('button', { name: 'Go on with this photo' });

it('says that a photo is dark, and lets the officer go on to the last look', async () => {
  phoneSees(50);
  const user = await openForm('first');
  await user.upload(screen.getByLabelText('Image file of the result sheet'), photo());
  expect(await screen.findByText('The photo is dark.')).toBeVisible();
  expect(screen.getByText(/Take it again in better light, or go on\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Take again' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Go on with this photo' }));
  expect(goOn()).not.toBeInTheDocument();
  expect(screen.getByText('You go on with this photo. The photo is dark.')).toHaveFocus();
  for (const [label, text] of Object.entries(TYPED_SHEET)) {
    await user.type(screen.getByRole('textbox', { name: label }), text);
  }
  await user.click(screen.getByRole('button', { name: 'Submit Results for Approval' }));
  expect(await screen.findByRole('heading', { name: 'You are sending:' })).toBeVisible();
});

it('does not have to be answered: the sheet is sent with the advice unread', async () => {
  phoneSees(50);
  const user = await openForm('first');
  await user.upload(screen.getByLabelText('Image file of the result sheet'), photo());
  await screen.findByText('The photo is dark.');
  for (const [label, text] of Object.entries(TYPED_SHEET)) {
    await user.type(screen.getByRole('textbox', { name: label }), text);
  }
  expect(screen.getByRole('button', { name: 'Submit Results for Approval' })).toBeEnabled();
});

it('says that the photo was attached to another contest, and no longer once it was taken away there', async () => {
  phoneSees(220);
  const first = await openForm('first');
  await first.upload(screen.getByLabelText('Image file of the result sheet'), photo());
  await screen.findByText(/^Result sheet attached/);
  cleanup();
  let user = await openForm('Senate');
  await user.upload(screen.getByLabelText('Image file of the result sheet'), photo());
  expect(await screen.findByText('This is the same photo as before.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(goOn()).not.toBeInTheDocument();
  cleanup();
  user = await openForm('first');
  await screen.findByText(/^Result sheet attached/);
  expect(goOn()).not.toBeInTheDocument();
});
