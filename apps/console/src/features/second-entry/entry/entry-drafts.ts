import type { SecondEntryId } from '@ec/contract/second-entry/schemas';
import { keptUnder } from '../../../lib/device/device-store.ts';
import { type Draft, draftKeeper, dropDraft, loadDraft } from '../../../lib/device/drafts.ts';
import type { Typed } from './typed.ts';

const prefixOf = (userId: string) => `${userId}/second-entry/`;
const slotOf = (userId: string, sheet: string) => `${prefixOf(userId)}${sheet}`;

/** What was typed of a sheet and not sent; null for nothing. */
export async function loadEntry(userId: string, sheet: SecondEntryId): Promise<Typed | null> {
  return (await loadDraft(slotOf(userId, sheet)))?.values ?? null;
}

/** Keeps what is typed of a sheet. */
export function entryKeeper(userId: string, sheet: SecondEntryId) {
  const keeper = draftKeeper(slotOf(userId, sheet));
  return { ...keeper, save: (typed: Typed) => keeper.saveWords({ ...typed, sheet }, {}) };
}

export const dropEntry = (userId: string, sheet: string): Promise<void> => dropDraft(slotOf(userId, sheet));

/** Drops what was typed of other sheets, which their transcriber no longer holds. */
export async function dropOtherEntries(userId: string, current: SecondEntryId): Promise<void> {
  const drafts = await keptUnder<Pick<Draft, 'values'>>(`draft:${prefixOf(userId)}`);
  const others = drafts.flatMap(({ values }) => values['sheet'] ?? []).filter((sheet) => sheet !== current);
  await Promise.all(others.map((sheet) => dropEntry(userId, sheet)));
}
