/**
 * The states of a second entry. `waiting`: for a transcriber. `claimed`: given to one, for the time of the lease. `matched`: every field equal.
 * `differs`: for an arbiter. `correcting`: its transcriber enters the differing fields again. `unreadable`: the transcriber cannot read fields; for an
 * arbiter. `officer_asked`: the result went back to its officer. `void`: the version no longer counts. Of a review audit alone: `wrong`, the verified
 * figures differ from the paper; `illegible`, the photo cannot be read.
 */
export const SECOND_ENTRY_STATES = [
  'waiting',
  'claimed',
  'differs',
  'unreadable',
  'correcting',
  'matched',
  'officer_asked',
  'wrong',
  'illegible',
  'void',
] as const;
export type SecondEntryState = (typeof SECOND_ENTRY_STATES)[number];

/** What an arbiter can say. */
export const VERDICTS = [
  'entry_wrong',
  'officer_wrong',
  'verified_wrong',
  'neither',
  'equal',
  'new_photo',
  'illegible',
  'readable',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Of a review audit, whose results are verified: they are disputed where the policy's go back to the officer. */
export const AUDIT_VERDICTS: readonly Verdict[] = ['verified_wrong', 'illegible'];
/** Of the policy alone. */
export const POLICY_VERDICTS: readonly Verdict[] = ['officer_wrong', 'new_photo'];

/** Where a verdict leads from each state that waits for an arbiter. */
export const VERDICT_MOVES: Readonly<Record<Verdict, { from: SecondEntryState; to: SecondEntryState }>> = {
  entry_wrong: { from: 'differs', to: 'correcting' },
  officer_wrong: { from: 'differs', to: 'officer_asked' },
  verified_wrong: { from: 'differs', to: 'wrong' },
  neither: { from: 'differs', to: 'waiting' },
  equal: { from: 'differs', to: 'matched' },
  new_photo: { from: 'unreadable', to: 'officer_asked' },
  illegible: { from: 'unreadable', to: 'illegible' },
  readable: { from: 'unreadable', to: 'waiting' },
};

/** Minutes for which a sheet is given to a transcriber. */
export const LEASE_MINUTES = 10;
/** The same for a correction. */
export const CORRECTION_MINUTES = 30;
/** Sheets that a transcriber holds at once: the one that they enter, and the next, whose photo is loaded ahead. */
export const SHEETS_HELD = 2;
/** Corrections of one transcriber; after that another one enters the sheet. */
export const CORRECTIONS = 1;
