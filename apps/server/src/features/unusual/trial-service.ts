import { setImmediate } from 'node:timers/promises';
import { ancestorOf, isInside, locationType } from '@ec/contract/geography/location-id';
import { isEarlierCheck, UNUSUAL_CHECKS, type UnusualCheck } from '@ec/contract/unusual/checks';
import type { EarlierElectionId, EarlierLink } from '@ec/contract/unusual/earlier';
import { limitsOf } from '@ec/contract/unusual/settings';
import type { Trial, TrialRequest } from '@ec/contract/unusual/schemas';
import type { Db } from '../../platform/database/database.ts';
import { type Actor, areasOf, isInsideOwn } from '../../platform/http/actor.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference } from '../../platform/http/requests.ts';
import { alignParties } from './earlier-rules.ts';
import { findStored, listTrialRows, type TrialRow } from './earlier/earlier-queries.ts';
import { type CheckedSheet, makeCheck } from './marks-rules.ts';

async function requireStored(db: Db, id: EarlierElectionId, field: string): Promise<EarlierLink> {
  const found = await findStored(db, id);
  if (!found) throw new AppError('EARLIER_NOT_FOUND').atField(field);
  return found;
}

const toSheet = (row: TrialRow, align: ReturnType<typeof alignParties>['align']): CheckedSheet => ({
  ...row,
  photo: null,
  earlier: row.before && { ...row.before, ...align(row.before.votes, row.before.others) },
});

/** How many parties of each unit a check tests. */
function partiesOf(check: UnusualCheck, all: number, shared: number): number {
  if (check === 'neighbour_share') return all;
  return check === 'earlier_share' ? shared : 1;
}

/**
 * What checks would have marked among the results of an earlier election that lie in the person's areas. Throws UNKNOWN_LOCATION for more than a
 * region, EARLIER_NOT_FOUND.
 */
export async function tryChecks(db: Db, actor: Actor, request: TrialRequest): Promise<Trial> {
  const { sampleId, earlierId, checks } = request;
  const area = areaFromReference(request.area);
  if (area === undefined || locationType(area) === 'national')
    throw new AppError('UNKNOWN_LOCATION', { reference: request.area });
  const areas = isInsideOwn(actor, area) ? [area] : areasOf(actor).filter((own) => isInside(own, area));
  const sample = await requireStored(db, sampleId, 'sampleId');
  // A comparison of an election with itself finds nothing.
  const beside = earlierId === null || earlierId === sampleId ? null : await requireStored(db, earlierId, 'earlierId');
  const { shared, align } = alignParties(sample.parties, beside?.parties ?? []);
  const tried = UNUSUAL_CHECKS.filter((check) => beside !== null || !isEarlierCheck(check));
  const found = new Map(tried.map((check) => [check, { check, tests: 0, units: 0, marked: 0 }]));
  const rows = await listTrialRows(db, { sampleId, earlierId: beside?.id ?? null, areas });
  for (const lga of Map.groupBy(rows, ({ unit }) => ancestorOf(unit, 'lga')).values()) {
    const sheets = lga.map((row) => toSheet(row, align));
    for (const check of tried) {
      const { tests, marks } = makeCheck(check, sheets, limitsOf(checks, check), shared);
      const sum = found.get(check);
      if (!sum) continue;
      sum.tests += tests;
      const parties = partiesOf(check, sample.parties.length, shared.length);
      sum.units += parties === 0 ? 0 : tests / parties;
      sum.marked += marks.length;
    }
    // Other calls are answered in between.
    await setImmediate();
  }
  return { results: rows.length, found: [...found.values()] };
}
