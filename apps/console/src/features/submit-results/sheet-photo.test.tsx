import { Me } from '@ec/contract/auth/schemas';
import { SubmissionDesk } from '@ec/contract/results/desk';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, person, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { deskElection, deskOf, TYPED_SHEET, UNIT } from '../../../test/results.ts';
import { ok, serve } from '../../../test/server.ts';
import { heldFile, imageFile } from '../../../test/uploads.ts';
import { photoOutbox } from '../../domain/sending/photo-outbox.ts';
import { keep, keptUnder } from '../../lib/device/device-store.ts';
import { draftSlot, loadDraft } from '../../lib/device/drafts.ts';
import { preparePhoto } from '../../lib/device/prepare-photo.ts';
import { USER_KEY } from '../../lib/session/stored-session.ts';

const OFFICER = person('polling_unit_officer').id;
const photo = () => imageFile('image/jpeg', 3000);

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

async function openForm() {
  const election = deskElection();
  serve({
    'GET /auth/me': () => ok(Me, meOf('polling_unit_officer', { electionMode: true })),
    'GET /results/desk': () => ok(SubmissionDesk, deskOf([election])),
  });
  const { user } = renderConsole('/submit-results');
  await screen.findByRole('form', { name: 'Result sheet' });
  return { user, slot: draftSlot(OFFICER, election.id, UNIT) };
}

async function attached(before?: () => Promise<void>) {
  const { user } = await openForm();
  await before?.();
  await user.upload(screen.getByLabelText('Image file of the result sheet'), photo());
  await screen.findByText(/^Result sheet attached/);
  const { sheet } = await preparePhoto({ blob: photo(), name: 'sheet.jpg', turn: 0 }, 'copy_first');
  await waitFor(() => expect(photoOutbox.item(OFFICER, sheet.sha256)?.state).toBe('waiting'));
  return { user, sha256: sheet.sha256 };
}

/** What is attached in its place is prepared after the photo before was dropped or left. */
async function replace({ user }: Awaited<ReturnType<typeof attached>>) {
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await user.upload(screen.getByLabelText('Image file of the result sheet'), imageFile('image/png', 4000));
  await waitFor(() => expect(photoOutbox.list().some(({ photo }) => photo?.blob.size === 4000)).toBe(true));
}

it('figures typed while the chosen photo is read stay, on the screen and on the phone', async () => {
  const { user, slot } = await openForm();
  const { file, release } = heldFile();
  await user.type(screen.getByRole('textbox', { name: 'LP' }), '5');
  await user.upload(screen.getByLabelText('Image file of the result sheet'), file);
  await user.type(screen.getByRole('textbox', { name: 'LP' }), '88');
  await user.type(screen.getByRole('textbox', { name: 'APC' }), '31');
  release();
  await screen.findByText(/^Result sheet attached/);
  expect(screen.getByRole('textbox', { name: 'LP' })).toHaveValue('88');
  expect(screen.getByRole('textbox', { name: 'APC' })).toHaveValue('31');
  await waitFor(async () => expect(await loadDraft(slot)).toMatchObject({ values: { 'votes.LP': '88' }, photo: {} }));
});

it('a figure corrected after a last look stays, where the photo was still being read', async () => {
  const { user } = await openForm();
  const { file, release } = heldFile();
  for (const [label, text] of Object.entries(TYPED_SHEET)) {
    await user.type(screen.getByRole('textbox', { name: label }), text);
  }
  await user.upload(screen.getByLabelText('Image file of the result sheet'), file);
  await user.click(screen.getByRole('button', { name: 'Submit Results for Approval' }));
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  await user.type(screen.getByRole('textbox', { name: 'LP' }), '87');
  release();
  await screen.findByText(/^Result sheet attached/);
  expect(screen.getByRole('textbox', { name: 'LP' })).toHaveValue('87');
});

it('a photo that is taken off the sheet is not sent', async () => {
  const form = await attached();
  await replace(form);
  expect(photoOutbox.item(OFFICER, form.sha256)).toBeNull();
});

it.each(['in this tab', 'by another tab'])(
  'a photo that another sheet waits to send stays: stored %s',
  async (where) => {
    const { sheet } = await preparePhoto({ blob: photo(), name: 'sheet.jpg', turn: 0 }, 'copy_first');
    const { sha256: key, blob } = sheet;
    const form = await attached(async () => {
      if (where === 'in this tab') await photoOutbox.post(OFFICER, sheet);
      else await keep(`photo:${OFFICER}/${key}`, { userId: OFFICER, key, photo: { blob, name: '' }, state: 'waiting' });
    });
    await replace(form);
    expect(photoOutbox.item(OFFICER, form.sha256)?.state).toBe('waiting');
    expect(await keptUnder(`photo:${OFFICER}/${form.sha256}`)).toHaveLength(1);
  },
);

it('a photo does not leave with the session of another person who signed in while figures were sent before it', async () => {
  const figures = Promise.withResolvers<void>();
  const sent = photoOutbox.after(() => figures.promise);
  const { sheet } = await preparePhoto({ blob: photo(), name: 'sheet.jpg', turn: 0 }, 'copy_first');
  await photoOutbox.post(OFFICER, sheet);
  // The attempt is under way, and waits for the figures.
  await new Promise((resolve) => setTimeout(resolve));
  localStorage.setItem(USER_KEY, JSON.stringify({ id: 'another' }));
  figures.resolve();
  await sent;
  const item = () => photoOutbox.item(OFFICER, sheet.sha256);
  await waitFor(() => expect(item()?.attempts).toBe(1));
  expect(item()).toMatchObject({ state: 'waiting', problem: { code: 'CANCELLED' } });
});
