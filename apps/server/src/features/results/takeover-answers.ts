import type { Takeover } from '@ec/contract/results/schemas';
import type { TakeoverRow } from './queries.ts';

export const toTakeover = (row: TakeoverRow['takenOver']): Takeover | null =>
  row && { ...row, at: new Date(row.at).toISOString() };
