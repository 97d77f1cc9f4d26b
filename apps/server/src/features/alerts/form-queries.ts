import type { ElectionId } from '@ec/contract/base/common';
import { namedFigures, type StoredFigures } from '@ec/contract/collations/figures';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { RowOfUnit } from './form-rules.ts';

/** The rows of ward forms about the units of submissions, as the forms say now; returned ones left out. */
export async function listRowsOfUnits(
  db: Db,
  submissions: readonly { position: number; electionId: ElectionId; unit: { id: LocationId } }[],
): Promise<RowOfUnit[]> {
  const asked = submissions.map(({ position, electionId, unit }) => ({ position, electionId, unit: unit.id }));
  const { rows } = await sql<
    Omit<RowOfUnit, 'row'> & { parties: string[]; row: StoredFigures }
  >`/* collations.rowsOfUnits */ select k.position, c.id, c.version, c.election_id as "electionId", c.form_code as "formCode",
      c.area_id as "areaId", l.name as "areaName", c.source, v.parties, json_build_object('registered', r.registered,
        'accredited', r.accredited, 'votes', r.votes, 'valid', r.valid, 'rejected', r.rejected, 'total', r.total) as row
    from json_to_recordset(${JSON.stringify(asked)}::json) as k (position bigint, "electionId" uuid, unit bigint)
    join collation_rows r on r.child_id = k.unit
    join collations c on c.id = r.collation_id and c.version = r.version and c.election_id = k."electionId" and c.level = 'ward'
      and c.status <> 'returned'
    join collation_versions v on v.collation_id = c.id and v.version = c.version
    join locations l on l.id = c.area_id`.execute(db);
  return rows.map(({ parties, row, ...form }) => ({ ...form, row: namedFigures(row, parties) }));
}
