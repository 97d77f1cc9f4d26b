import type { LocationId } from '@ec/contract/location-id';
import type { ReviewList, ReviewQuery, ReviewUnit } from '@ec/contract/results';
import { type Actor, boundedArea } from '../../platform/actor.ts';
import type { ReadContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { chainLinks, loadNames } from '../../platform/locations.ts';
import { areaFromReference, pageOf } from '../../platform/requests.ts';
import { seesPeople } from '../dashboards/rules.ts';
import { coveredUnits, findElectionRow } from '../elections/queries.ts';
import { countGroups, countSearched, GROUPS, listReviewUnits, type ReviewRow } from './review-queries.ts';
import { unitStatus } from './rules.ts';

function toUnit(
  row: ReviewRow,
  source: ReviewQuery['source'],
  { names, people }: { names: ReadonlyMap<LocationId, string>; people: boolean },
): ReviewUnit {
  return {
    pollingUnitId: row.pollingUnitId,
    code: row.code,
    name: row.name,
    chain: chainLinks(row.pollingUnitId, names),
    registeredVoters: row.registeredVoters,
    status: unitStatus(row.resultStatus),
    resultId: row.resultId,
    resultStatus: row.resultStatus,
    source,
    totalVotes: row.totalVotes,
    leading: row.leading,
    flags: row.flags ?? [],
    hasSheet: row.sheetFileId !== null,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    officer: people ? row.officer : null,
  };
}

/** The units that the reviewer watches over in an election, reported or not, with how many stand where. */
export async function reviewList(context: ReadContext, actor: Actor, query: ReviewQuery): Promise<ReviewList> {
  const area = boundedArea(actor, areaFromReference(query.area));
  const election = await findElectionRow(context.db, query.electionId, [area]);
  if (!election) throw new AppError('ELECTION_NOT_FOUND');
  const { electionId, source, status, flagged, q } = query;
  const filter = { electionId, source, area, flagged, q };
  const units = await coveredUnits(context.db, electionId, area);
  const [counts, found] = await Promise.all([
    countGroups(context.db, filter, units),
    q ? countSearched(context.db, filter) : undefined,
  ]);
  const sizes = found ?? counts;
  const groups = status ? [status] : GROUPS;
  const rows = await listReviewUnits(context.db, filter, { groups, sizes, ...pageOf(query, 50) });
  const names = await loadNames(
    context.db,
    rows.map((row) => row.pollingUnitId),
  );
  const known = { names, people: seesPeople(actor) };
  return {
    units: rows.map((row) => toUnit(row, source, known)),
    total: groups.reduce((sum, group) => sum + sizes[group], 0),
    counts,
  };
}
