import type { GapKind } from './gap.ts';

/** What the figures of a gap are, for documents and files. */
export const GAP_BASIS =
  'Own figures count our sheets that are verified or wait for review. Declared figures are those of the form that counts: verified, otherwise pending, otherwise in dispute. The parts of each party add up to its difference exactly.';

/** The parts of a gap, as documents and files name them. */
export const GAP_KIND_WORDS: Readonly<Record<GapKind, string>> = {
  column_sum: 'Stated total is not the sum of the rows',
  carried: 'Row is not what the form below states',
  row: 'Row differs from our sheet',
  row_not_held: 'Rows without a sheet of ours',
  left_out: 'Left out of the form',
  not_seen: 'Between two forms, not seen',
};
