import type { ElectionId, ResultId } from '@ec/contract/base/common';
import { inContestOrder } from '@ec/contract/contest-days/contests';
import type { ElectionType, Source } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { taskStatus } from '@ec/contract/results/contests';
import type { ResultStatus, UnitContest } from '@ec/contract/results/schemas';
import { sql } from 'kysely';
import { bigintArray, type Db } from '../../platform/database/database.ts';
import { chainColumns } from '../../platform/database/places.ts';

interface ContestRow {
  pollingUnitId: LocationId;
  electionId: ElectionId;
  name: string;
  type: ElectionType;
  resultId: ResultId | null;
  status: ResultStatus | null;
  accredited: number | null;
}

/** Of each unit the contests that are held there on the day of the election, but the election itself, in the order of their sheets. */
export async function listUnitContests(
  db: Db,
  { electionId, source, units }: { electionId: ElectionId; source: Source; units: readonly LocationId[] },
): Promise<Map<LocationId, UnitContest[]>> {
  const { rows } = await sql<ContestRow>`/* results.contests */ select u.id as "pollingUnitId", o.id as "electionId",
      o.name, o.type, x.id as "resultId", x.status, x.accredited
    from elections e
    join elections o on o.contest_day_id = e.contest_day_id and o.id <> e.id and o.status <> 'draft'
    cross join unnest(${bigintArray(units)}::bigint[]) as u (id)
    left join results x on x.election_id = o.id and x.source = ${source} and x.polling_unit_id = u.id
    where e.id = ${electionId} and exists (select from election_areas a
      where a.election_id = o.id and a.location_id in (${chainColumns('u.id')}))`.execute(db);
  const byUnit = Map.groupBy(rows.toSorted(inContestOrder), ({ pollingUnitId }) => pollingUnitId);
  return new Map(
    [...byUnit].map(([unit, contests]) => [
      unit,
      contests.map(({ name, type, status, accredited, ...ids }) => ({
        electionId: ids.electionId,
        electionName: name,
        electionType: type,
        status: taskStatus(status),
        resultId: ids.resultId,
        accreditedVoters: accredited,
      })),
    ]),
  );
}
