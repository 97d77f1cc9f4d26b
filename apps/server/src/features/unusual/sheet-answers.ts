import type { SheetRow } from './queries.ts';
import type { UnitSheet } from './sheets.ts';

export type Sheet = SheetRow & UnitSheet;

/** The sheet as the checks compare it: Others is no party. */
export const toSheet = (row: SheetRow): Sheet => ({
  ...row,
  votes: row.allVotes.slice(0, -1),
  others: row.allVotes.at(-1) ?? 0,
});
