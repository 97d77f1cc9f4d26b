import type { ResultId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { ResultStatus } from '@ec/contract/results/schemas';
import { sql } from 'kysely';
import { bigintArray, type Db } from '../../platform/database/database.ts';

/** The displayed facts of a linked result. */
export interface ResultFacts {
  id: ResultId;
  unitId: LocationId;
  unitName: string;
  unitCode: string;
  election: string;
  source: Source;
  status: ResultStatus;
  totalVotes: number;
  leading: string | null;
}

export async function resultFacts(db: Db, ids: readonly ResultId[]): Promise<ResultFacts[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ResultFacts>`select r.id, r.polling_unit_id as "unitId", u.name as "unitName",
      u.code as "unitCode", e.name as election, r.source, r.status, r.total_votes as "totalVotes",
      r.leading_party as leading
    from results r join elections e on e.id = r.election_id join locations u on u.id = r.polling_unit_id
    where r.id = any (${`{${ids.join(',')}}`}::uuid[])`.execute(db);
  return rows;
}

export interface UnitFacts {
  id: LocationId;
  name: string;
  code: string;
}

export async function unitFacts(db: Db, ids: readonly LocationId[]): Promise<UnitFacts[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<UnitFacts>`select id, name, code from locations
    where id = any (${bigintArray(ids)}::bigint[]) and type = 'polling_unit'`.execute(db);
  return rows;
}
