import { setImmediate } from 'node:timers/promises';
import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import type { UnusualCheck } from '@ec/contract/unusual/checks';
import { CHECK_WORDS } from '@ec/contract/unusual/words';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { checkArea, onlyMode } from './check-service.ts';
import { findSettings } from './settings-queries.ts';

interface Placed {
  id: ResultId;
  electionId: ElectionId;
  source: Source;
  pollingUnitId: LocationId;
}

/** The checks that mark the result and need an explanation which it has not. Of most elections this is one look-up. */
export async function unexplained(
  db: Db,
  { id, electionId, source, pollingUnitId }: Placed,
): Promise<readonly UnusualCheck[]> {
  const settings = await findSettings(db, electionId);
  if (!settings?.explains) return [];
  const area = ancestorOf(pollingUnitId, 'ward') ?? pollingUnitId;
  const { marks } = await checkArea(db, { electionId, source, area }, onlyMode(settings, 'explain'));
  return marks.filter(({ sheet, closed }) => sheet.resultId === id && !closed).map(({ check }) => check);
}

/**
 * Those of the results, all of one count, that wait for an explanation. Of most elections this is one look-up. A ward is looked at by itself, several wards
 * of an LGA together.
 */
export async function unexplainedAmong(
  db: Db,
  count: Pick<Placed, 'electionId' | 'source'>,
  results: readonly Pick<Placed, 'id' | 'pollingUnitId'>[],
): Promise<ReadonlySet<ResultId>> {
  const found = new Set<ResultId>();
  const settings = results.length > 0 ? await findSettings(db, count.electionId) : undefined;
  if (!settings?.explains) return found;
  const gate = onlyMode(settings, 'explain');
  const asked = new Set(results.map(({ id }) => id));
  const wards = new Set(results.map(({ pollingUnitId }) => ancestorOf(pollingUnitId, 'ward') ?? pollingUnitId));
  for (const [lga, inside] of Map.groupBy(wards, (ward) => ancestorOf(ward, 'lga') ?? ward)) {
    const [first] = inside;
    const { marks } = await checkArea(db, { ...count, area: inside.length === 1 && first ? first : lga }, gate);
    for (const { sheet, closed } of marks) if (!closed && asked.has(sheet.resultId)) found.add(sheet.resultId);
    // Other calls are answered in between.
    await setImmediate();
  }
  return found;
}

/** The same of results of several elections and counts. */
export async function unexplainedOf(db: Db, results: readonly Placed[]): Promise<ReadonlySet<ResultId>> {
  const found = new Set<ResultId>();
  for (const group of Map.groupBy(results, ({ electionId, source }) => `${electionId} ${source}`).values()) {
    const [first] = group;
    if (first) for (const id of await unexplainedAmong(db, first, group)) found.add(id);
  }
  return found;
}

/** The checks in words: "Share differs from the ward, Same votes as another unit". */
export const checkWords = (checks: readonly UnusualCheck[]): string =>
  checks.map((check) => CHECK_WORDS[check]).join(', ');

/** Refuses to verify a result before each of its markings that needs one has an explanation. Throws UNUSUAL_NOT_EXPLAINED. */
export async function requireExplained(db: Db, result: Placed): Promise<void> {
  const checks = await unexplained(db, result);
  if (checks.length > 0) throw new AppError('UNUSUAL_NOT_EXPLAINED', { checks: checkWords(checks) });
}
