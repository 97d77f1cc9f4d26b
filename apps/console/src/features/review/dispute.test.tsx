import { Me } from '@ec/contract/auth/schemas';
import { StoredFile } from '@ec/contract/files/schemas';
import { ResultDetail, ReviewList } from '@ec/contract/results/schemas';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId, MAY_DECIDE, MAY_NOTHING, resultOf } from '../../../test/results.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { imageFile, stubUploads } from '../../../test/uploads.ts';

const COUNTS = { pending: 0, submitted: 0, approved: 0, disputed: 0, cancelled: 0 };

beforeEach(() => {
  stubEventSource();
  stubUploads();
  signedInOnDevice();
});

async function openResult(result: ResultDetail, handlers: Record<string, (call: Call) => Response> = {}) {
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('ward_admin')),
    'GET /results/review': () => ok(ReviewList, { units: [], total: 0, counts: COUNTS, decidable: 2, unexplained: 0 }),
    [`GET /results/${result.id}`]: () => ok(ResultDetail, result),
    ...handlers,
  });
  const tools = renderConsole(`/review/${result.id}`);
  await screen.findByRole('heading', { name: 'Review, Seriki Aro' });
  return { ...tools, calls };
}

const stored = (id: string) => () =>
  ok(StoredFile, { id, sha256: 'a'.repeat(64), size: 2000, type: 'image/jpeg', width: 10, height: 10 }, 201);

describe('disputing a result in its review', () => {
  it('sends the picture that speaks for it first, and leads to the dispute', async () => {
    const [result, fileId, disputeId] = [resultOf({ can: MAY_DECIDE }), freshId(), freshId()];
    const { user, calls } = await openResult(result, {
      'POST /disputes/files': stored(fileId),
      [`POST /results/${result.id}/dispute`]: () =>
        ok(ResultDetail, { ...result, status: 'disputed', disputeId, can: MAY_NOTHING }),
    });
    await user.click(await screen.findByRole('button', { name: 'Dispute' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark this result as disputed?' }));
    await user.click(dialog.getByRole('button', { name: 'Party agents contest the figures.' }));
    await user.upload(dialog.getByLabelText('Attach a picture that speaks for it: file'), imageFile());
    expect(await dialog.findByAltText('What you attached')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Dispute' }));
    const note = await screen.findByText('This result is in dispute.');
    expect(note).toBeVisible();
    // Beside the figures, and in the notice of what was done as soon as that is there.
    for (const link of screen.getAllByRole('link', { name: 'Open the dispute' })) {
      expect(link).toHaveAttribute('href', `/disputes/${disputeId}`);
    }
    expect(calls.find(({ path }) => path.endsWith('/dispute'))?.body).toEqual({
      version: 1,
      reason: 'Party agents contest the figures.',
      fileId,
    });
  });

  it('does not send the picture a second time when only the decision failed', async () => {
    const result = resultOf({ can: MAY_DECIDE });
    let down = true;
    const { user, calls } = await openResult(result, {
      'POST /disputes/files': stored(freshId()),
      [`POST /results/${result.id}/dispute`]: () =>
        down ? refuse('UNAVAILABLE') : ok(ResultDetail, { ...result, status: 'disputed', disputeId: freshId() }),
    });
    await user.click(await screen.findByRole('button', { name: 'Dispute' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Altered');
    await user.upload(dialog.getByLabelText('Attach a picture that speaks for it: file'), imageFile());
    await dialog.findByAltText('What you attached');
    await user.click(dialog.getByRole('button', { name: 'Dispute' }));
    expect(await dialog.findByText(/not available for the moment/)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Altered');
    down = false;
    await user.click(dialog.getByRole('button', { name: 'Dispute' }));
    await screen.findByText('This result is in dispute.');
    expect(calls.filter(({ path }) => path === '/disputes/files')).toHaveLength(1);
  });

  it('takes no picture with a verification, and refuses what is no picture', async () => {
    const { user } = await openResult(resultOf({ can: MAY_DECIDE }));
    await user.click(await screen.findByRole('button', { name: 'Verify' }));
    const verify = within(await screen.findByRole('dialog'));
    expect(verify.queryByRole('button', { name: /Attach a picture/ })).not.toBeInTheDocument();
    await user.click(verify.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Dispute' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark this result as disputed?' }));
    const field = dialog.getByLabelText('Attach a picture that speaks for it: file');
    await user.upload(field, new File(['%PDF-1.7'], 'sheet.png', { type: 'image/png' }));
    expect(await dialog.findByText('The file is not a PNG or JPG image.')).toBeVisible();
    expect(dialog.queryByAltText('What you attached')).not.toBeInTheDocument();
  });

  it('offers of a disputed result only what its reader may do', async () => {
    const disputeId = freshId();
    await openResult(resultOf({ status: 'disputed', disputeId, can: { ...MAY_NOTHING, return: true, cancel: true } }));
    expect(screen.getByText('This result is in dispute.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Return' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cancel the result' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Verify' })).not.toBeInTheDocument();
  });
});
