import { Me } from '@ec/contract/auth/schemas';
import { Receipt } from '@ec/contract/results/schemas';
import { SubmissionDesk } from '@ec/contract/results/desk';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, person, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { deskElection, deskOf, MAY_NOTHING, receiptOf, resultOf, UNIT, versionOf } from '../../../test/results.ts';
import { ok, serve } from '../../../test/server.ts';
import { keep } from '../../lib/device/device-store.ts';
import { draftSlot, loadDraft } from '../../lib/device/drafts.ts';

const OFFICER = person('polling_unit_officer').id;
const RETURNED = { status: 'returned', reason: 'LP differs.', can: { ...MAY_NOTHING, resubmit: true } } as const;
const field = (name: string) => screen.findByRole('textbox', { name });

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

/** The officer's desk with this result, and what this phone has of its slot. */
async function open(
  result: ReturnType<typeof resultOf> | null,
  { draft, refused, closed = null }: { draft?: object; refused?: object; closed?: string | null },
) {
  const election = deskElection({ result, closed });
  const slot = draftSlot(OFFICER, election.id, UNIT);
  if (draft) await keep(`draft:${slot}`, { values: draft, ticks: {}, savedAt: '2023-02-25T15:00:00.000Z' });
  if (refused) {
    const { boxes: _, ...figures } = versionOf();
    const body = { electionId: election.id, pollingUnitId: String(UNIT), ...figures, sheetFileId: null, ...refused };
    const problem = { code: 'NEWER_VERSION', message: 'Version 1 has other figures.', fields: [] };
    const item = { slot, userId: OFFICER, key: 'k', body, photo: null, fileId: null, problem, attempts: 1 };
    await keep(`parcel:${slot}`, { ...item, state: 'refused', receipt: null, madeAt: '2023-02-25T15:00:00.000Z' });
  }
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('polling_unit_officer', { electionMode: true })),
    'GET /results/desk': () => ok(SubmissionDesk, deskOf([election])),
    'POST /results': () => ok(Receipt, receiptOf(), 201),
  });
  const { user } = renderConsole('/submit-results');
  const submit = async () => {
    await user.click(await screen.findByRole('button', { name: 'Submit Results for Approval' }));
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(calls.some(({ path }) => path === '/results')).toBe(true));
    return calls.find(({ path }) => path === '/results')?.body;
  };
  return { user, slot, submit };
}

describe('a draft', () => {
  it.each([
    ['that was begun on no version says so', '0', 0],
    ['that was begun on the version shown replaces it', '1', 1],
  ])('%s, though another phone sent one', async (_, base, replaces) => {
    const { user, submit } = await open(resultOf(RETURNED), { draft: { 'votes.LP': '77', base } });
    await user.click(await screen.findByRole('button', { name: 'Resubmit' }));
    expect(await field('LP')).toHaveValue('77');
    expect(await submit()).toMatchObject({ replaces, votes: { LP: 77 } });
  });

  it('keeps the version on which it was begun with what is typed', async () => {
    const { user, slot } = await open(resultOf(RETURNED), {});
    await user.click(await screen.findByRole('button', { name: 'Resubmit' }));
    await user.clear(await field('LP'));
    await user.type(await field('LP'), '87');
    await waitFor(async () => expect((await loadDraft(slot))?.values).toMatchObject({ 'votes.LP': '87', base: '1' }));
  });
});

it('a sheet that was refused for a newer version keeps its own figures, carried ones too', async () => {
  const newer = resultOf({}, [versionOf({ accreditedVoters: 300 })]);
  const { submit } = await open(newer, { refused: { accreditedVoters: 310, replaces: 0 } });
  expect(await field('Accredited voters')).toHaveValue('310');
  expect(await submit()).toMatchObject({ accreditedVoters: 310, replaces: 1 });
});

it('a returned sheet that is no longer taken is not said to be sent again', async () => {
  await open(resultOf(RETURNED), { closed: 'The deadline for this election has passed.' });
  expect(await screen.findByText('Reason: LP differs.')).toBeVisible();
  expect(screen.getByText(/^It can no longer be sent again/)).toBeVisible();
  expect(screen.queryByText(/send it again\./)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Resubmit' })).not.toBeInTheDocument();
});
