import type { LocationId } from '@ec/contract/location-id';
import type { ReviewList, ReviewQuery, ReviewUnit } from '@ec/contract/results';
import { type Actor, boundedArea } from '../../platform/actor.ts';
import type { ReadContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { chainLinks, loadNames } from '../../platform/locations.ts';
import { areaFromReference, pageOf } from '../../platform/requests.ts';
import { seesPeople } from '../dashboards/rules.ts';
import { coveredUnits, findElectionRow } from '../elections/queries.ts';
import { countStatuses, listReviewUnits, type ReviewRow } from './review-queries.ts';
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
  const { limit, offset } = pageOf(query, 50);
  const filter = {
    electionId: query.electionId,
    source: query.source,
    area,
    status: query.status,
    flagged: query.flagged,
    q: query.q,
    limit,
    offset,
  };
  const [page, counts, units] = await Promise.all([
    listReviewUnits(context.db, filter),
    countStatuses(context.db, filter),
    coveredUnits(context.db, query.electionId, area),
  ]);
  const names = await loadNames(
    context.db,
    page.rows.map((row) => row.pollingUnitId),
  );
  const known = { names, people: seesPeople(actor) };
  const { pending = 0, verified = 0, disputed = 0, cancelled = 0 } = counts;
  return {
    units: page.rows.map((row) => toUnit(row, query.source, known)),
    total: page.total,
    counts: {
      // A unit that has not reported has no check that failed.
      pending: query.flagged ? 0 : units - pending - verified - disputed - cancelled,
      submitted: pending,
      approved: verified,
      disputed,
      cancelled,
    },
  };
}
