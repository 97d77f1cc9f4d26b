import { Me } from '@ec/contract/auth/schemas';
import { ResultDetail, ReviewList } from '@ec/contract/results/schemas';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId, MAY_DECIDE, resultOf, versionOf } from '../../../test/results.ts';
import { ok, refuse, serve } from '../../../test/server.ts';

const COUNTS = { pending: 0, submitted: 0, approved: 0, disputed: 0, cancelled: 0 };

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

it.each([
  ['FILE_CHANGED', 'This photo is not the one that was received'],
  ['FILE_LOST', 'The photo that was received is gone'],
] as const)(
  'says of a photo that is not as it was received what is wrong, and offers no retry (%s)',
  async (code, title) => {
    const photo = freshId();
    const version = versionOf({ sheetFileId: photo as never, sheetSha256: 'ab'.repeat(32) });
    const result = resultOf({ can: MAY_DECIDE }, [version]);
    serve({
      'GET /auth/me': () => ok(Me, meOf('ward_admin')),
      'GET /results/review': () =>
        ok(ReviewList, { units: [], total: 0, counts: COUNTS, decidable: 2, unexplained: 0 }),
      [`GET /results/${result.id}`]: () => ok(ResultDetail, result),
      [`GET /files/${photo}`]: () => refuse(code),
    });
    renderConsole(`/review/${result.id}`);
    const alert = await screen.findByText(title);
    const box = within(alert.closest('[role="alert"]') as HTMLElement);
    expect(box.getByText(/The administrators are notified/)).toBeVisible();
    expect(box.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  },
);

/** A review page of one result whose newest version says so about its photo. */
function openReview(change: Parameters<typeof versionOf>[0], can = MAY_DECIDE) {
  const result = resultOf({ can }, [versionOf(change)]);
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('ward_admin')),
    'GET /results/review': () => ok(ReviewList, { units: [], total: 0, counts: COUNTS, decidable: 2, unexplained: 0 }),
    [`GET /results/${result.id}`]: () => ok(ResultDetail, result),
    [`POST /results/${result.id}/ask-original`]: () =>
      ok(ResultDetail, { ...result, can: MAY_DECIDE, originalAskedAt: '2023-02-25T15:40:00.000Z' }),
  });
  renderConsole(`/review/${result.id}`);
  return calls;
}

it.each([
  ['the photo that was sent, where that is the one taken', null],
  ['the photo as taken, where a copy of it was sent', freshId()],
])('opens as the original, byte for byte, %s', async (_, original) => {
  vi.stubGlobal('open', () => ({ location: { href: '' }, close: () => undefined }));
  const sheetFileId = freshId();
  const calls = openReview({ sheetFileId: sheetFileId as never, originalFileId: original as never });
  await userEvent.click(await screen.findByRole('button', { name: 'Original' }));
  const asked = calls.filter(({ query }) => query.get('variant') === 'original').map(({ path }) => path);
  expect(asked).toEqual([`/files/${original ?? sheetFileId}`]);
});

it('says that the photo is on its way, and asks by what the figures are verified', async () => {
  openReview({ photo: 'awaited', sheetFileId: null });
  expect(await screen.findByText(/The photo of the sheet is on its way/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/The photo of the sheet has not arrived yet/)).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Verify' })).toBeDisabled();
  await userEvent.type(within(dialog).getByLabelText('Comment'), 'Read out by phone');
  expect(within(dialog).getByRole('button', { name: 'Verify' })).toBeEnabled();
});

it('asks for the photo as taken, where only a copy has come', async () => {
  const calls = openReview({ sheetFileId: freshId() as never }, { ...MAY_DECIDE, askOriginal: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Ask for the original photo' }));
  expect(await screen.findByText(/^The original photo was requested, .*16:40/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ask for the original photo' })).not.toBeInTheDocument();
  expect(calls.find(({ path }) => path.endsWith('/ask-original'))?.body).toEqual({ version: 1 });
});
