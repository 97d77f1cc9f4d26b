import { SecondEntryDetail, SecondEntryList } from '@ec/contract/second-entry/schemas';
import { SECOND_ENTRY_STATES } from '@ec/contract/second-entry/states';
import type * as z from 'zod/mini';
import { freshId, resultOf } from './results.ts';
import { ok } from './server.ts';

type Draft = z.input<typeof SecondEntryDetail>;

export const TRANSCRIBER = { id: freshId(), name: 'Tola Bello', role: 'polling_unit_officer' };
export const MAY_DECIDE_ENTRY = {
  can: { decide: true, refusal: null },
  verdicts: ['entry_wrong', 'officer_wrong', 'neither'],
} as const satisfies Partial<SecondEntryDetail>;

/** A second entry of Seriki Aro that differs in APC and in the rejected ballots, to a reader who may not decide; or as changed. */
export function secondEntryOf(change: Partial<Draft> = {}): SecondEntryDetail {
  const result = resultOf();
  const fields = ['votes.APC', 'voidVotes'];
  return SecondEntryDetail.parse({
    id: freshId(),
    resultId: result.id,
    version: 1,
    electionId: result.electionId,
    electionName: 'Presidential election',
    pollingUnitId: result.pollingUnitId,
    code: result.pollingUnitCode,
    name: 'Seriki Aro',
    chain: result.chain,
    ground: 'flagged',
    state: 'differs',
    fields,
    desk: null,
    answerDue: null,
    updatedAt: '2023-02-25T16:00:00.000Z',
    can: { decide: false, refusal: null },
    photoFileId: null,
    looks: [],
    transcriber: TRANSCRIBER,
    differences: [
      { field: 'votes.APC', officer: 31, entry: 37 },
      { field: 'voidVotes', officer: 4, entry: null },
    ],
    steps: [
      { step: 'claimed', by: TRANSCRIBER, at: '2023-02-25T15:50:00.000Z', fields: [], reason: null },
      { step: 'entered', by: TRANSCRIBER, at: '2023-02-25T16:00:00.000Z', fields, reason: null },
    ],
    verdicts: [],
    deskOffer: null,
    ...change,
  });
}

const NONE = Object.fromEntries(SECOND_ENTRY_STATES.map((state) => [state, 0])) as SecondEntryList['counts'];

/** The list of these entries with the counts by state; states that are not named have none. */
export const secondEntriesAnswer = (
  entries: readonly SecondEntryDetail[],
  counts: Partial<SecondEntryList['counts']> = {},
  forMe = 0,
) => ok(SecondEntryList, { entries: [...entries], total: entries.length, counts: { ...NONE, ...counts }, forMe });
