import type { alignParties } from './earlier-rules.ts';
import type { CheckedSheet } from './marks-rules.ts';
import type { SheetRow } from './queries.ts';

export type Sheet = SheetRow & CheckedSheet;

/** The sheet as the checks compare it: Others is no party. */
export const toSheet = (row: SheetRow, align?: ReturnType<typeof alignParties>['align']): Sheet => ({
  ...row,
  votes: row.allVotes.slice(0, -1),
  others: row.allVotes.at(-1) ?? 0,
  earlier: row.before && align ? { ...row.before, ...align(row.before.votes, row.before.others) } : null,
});
