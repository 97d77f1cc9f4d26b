import { DisputeDetail, type DisputeEntry } from '@ec/contract/disputes/schemas';
import type * as z from 'zod/mini';
import { freshId, PARTIES, resultOf, versionOf } from './results.ts';

/** The id of the signed-in user of test/people.ts. */
export const ME = '0190a0b0-0000-7000-8000-000000000001';
export const OFFICER = { id: freshId(), name: 'Officer Ojo', role: 'polling_unit_officer' };
export const RAISER = { id: freshId(), name: 'Ward Wale', role: 'ward_admin' };
export const HOLDER = { id: freshId(), name: 'Chidi Okoro', role: 'lga_admin' };

export const MAY_NOTHING = {
  comment: false,
  assign: false,
  verify: false,
  return: false,
  cancel: false,
  refusal: null,
};
export const MAY_ALL = { comment: true, assign: true, verify: true, return: true, cancel: true, refusal: null };

type EntryInput = z.input<typeof DisputeEntry>;
export function entryOf(id: number, change: Partial<EntryInput>): EntryInput {
  return {
    id,
    kind: 'comment',
    by: RAISER,
    at: `2023-02-25T1${id % 10}:00:00.000Z`,
    text: null,
    fileId: null,
    assignee: null,
    resolvedAs: null,
    ...change,
  };
}

const REASON = 'Party agents contest the figures.';
export const RAISED = entryOf(1, { kind: 'raised', text: REASON });

/** An open dispute about version 1 of Seriki Aro, raised by its ward's admin; or as changed. */
export function disputeOf(change: Partial<z.input<typeof DisputeDetail>> = {}): DisputeDetail {
  const result = resultOf();
  return DisputeDetail.parse({
    id: freshId(),
    resultId: result.id,
    electionId: result.electionId,
    electionName: 'Presidential election',
    pollingUnitId: result.pollingUnitId,
    pollingUnitCode: result.pollingUnitCode,
    chain: result.chain,
    source: 'official',
    version: 1,
    status: 'open',
    reason: REASON,
    raisedBy: RAISER,
    raisedAt: '2023-02-25T11:00:00.000Z',
    assignee: null,
    resolvedAs: null,
    resolvedBy: null,
    resolvedAt: null,
    comments: 0,
    updatedAt: '2023-02-25T11:00:00.000Z',
    can: MAY_NOTHING,
    entries: [RAISED],
    figures: versionOf({ submittedBy: OFFICER } as Partial<ReturnType<typeof versionOf>>),
    parties: PARTIES,
    hint: null,
    takesVersions: true,
    overVotingLaw: { law: 'electoral_act_2022', section: '51', confirmed: true },
    ...change,
  });
}

/** The same dispute after it was resolved. */
export function resolvedOf(dispute: DisputeDetail, resolvedAs: 'verified' | 'returned' | 'cancelled'): DisputeDetail {
  const at = '2023-02-25T19:00:00.000Z';
  return disputeOf({
    ...dispute,
    status: 'resolved',
    resolvedAs,
    resolvedBy: HOLDER,
    resolvedAt: at,
    can: MAY_NOTHING,
    entries: [
      ...dispute.entries,
      entryOf(99, { kind: 'resolved', by: HOLDER, at, text: 'The paper says so.', resolvedAs }),
    ],
  });
}
