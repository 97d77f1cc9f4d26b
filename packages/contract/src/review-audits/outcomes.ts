/**
 * How a drawn sheet stands. `right`: entered again, every field equal. `wrong`: an arbiter found that the paper says otherwise. `unreadable`: an
 * arbiter found that the photo cannot be read. `no_photo`: there is none. `changed`: replaced, disputed or decided on since the draw. `arbiter`: waits
 * for one. `waiting`: for its entry. `left`: not entered when the audit was closed.
 */
export const SHEET_OUTCOMES = [
  'right',
  'wrong',
  'unreadable',
  'no_photo',
  'changed',
  'arbiter',
  'waiting',
  'left',
] as const;
export type SheetOutcome = (typeof SHEET_OUTCOMES)[number];

type Counts = Readonly<Record<SheetOutcome, number>>;

/** Sheets that can no longer be checked. */
export const uncheckable = ({ unreadable, no_photo, changed }: Counts): number => unreadable + no_photo + changed;

/** What the bound counts as wrong: what is wrong, and what cannot be checked. */
export const countedWrong = (counts: Counts): number => counts.wrong + uncheckable(counts);

/** Sheets without an outcome: those that wait, and those that were left at the close. */
export const unsettled = ({ arbiter, waiting, left }: Counts): number => arbiter + waiting + left;
