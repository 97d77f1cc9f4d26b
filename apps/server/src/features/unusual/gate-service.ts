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

/** Results that wait for an explanation, with the checks that need one. */
export type Unexplained = ReadonlyMap<ResultId, readonly UnusualCheck[]>;

/**
 * Those of the results, all of one count, that wait for an explanation. Of most elections this is one look-up. A ward is looked at by itself, several wards
 * of an LGA together.
 */
export async function unexplainedAmong(
  db: Db,
  count: Pick<Placed, 'electionId' | 'source'>,
  results: readonly Pick<Placed, 'id' | 'pollingUnitId'>[],
): Promise<Unexplained> {
  const found = new Map<ResultId, UnusualCheck[]>();
  const settings = results.length > 0 ? await findSettings(db, count.electionId) : undefined;
  if (!settings?.explains) return found;
  const gate = onlyMode(settings, 'explain');
  const asked = new Set(results.map(({ id }) => id));
  const wards = new Set(results.map(({ pollingUnitId }) => ancestorOf(pollingUnitId, 'ward') ?? pollingUnitId));
  for (const [lga, inside] of Map.groupBy(wards, (ward) => ancestorOf(ward, 'lga') ?? ward)) {
    const [first] = inside;
    const { marks } = await checkArea(db, { ...count, area: inside.length === 1 && first ? first : lga }, gate);
    for (const { check, sheet, closed } of marks) {
      const id = sheet.resultId;
      if (!closed && asked.has(id)) found.set(id, [...(found.get(id) ?? []), check]);
    }
    // Other calls are answered in between.
    await setImmediate();
  }
  return found;
}

/** The same of results of several elections and counts. */
export async function unexplainedOf(db: Db, results: readonly Placed[]): Promise<Unexplained> {
  const groups = Map.groupBy(results, ({ electionId, source }) => `${electionId} ${source}`);
  let found: Unexplained = new Map();
  for (const group of groups.values()) {
    const [first] = group;
    if (first) found = new Map([...found, ...(await unexplainedAmong(db, first, group))]);
  }
  return found;
}

/** The checks that mark the result and need an explanation which it has not. */
export const unexplained = async (db: Db, result: Placed): Promise<readonly UnusualCheck[]> =>
  (await unexplainedAmong(db, result, [result])).get(result.id) ?? [];

/** The checks in words: "Share differs from the ward, Same votes as another unit". */
export const checkWords = (checks: readonly UnusualCheck[]): string =>
  checks.map((check) => CHECK_WORDS[check]).join(', ');

/** Refuses to verify a result before each of its markings that needs one has an explanation. Throws UNUSUAL_NOT_EXPLAINED. */
export async function requireExplained(db: Db, result: Placed): Promise<void> {
  const checks = await unexplained(db, result);
  if (checks.length > 0) throw new AppError('UNUSUAL_NOT_EXPLAINED', { checks: checkWords(checks) });
}
