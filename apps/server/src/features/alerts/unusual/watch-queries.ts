import type { ElectionId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { areaColumn } from '../../../platform/database/places.ts';
import { uuidOf } from '../../../platform/database/sql-parts.ts';

export interface WatchTurn {
  position: number;
  head: number;
}

/** How far wards were looked at, and the end of the chain; undefined while another process does. */
export async function takeUnusualTurn(tx: Tx): Promise<WatchTurn | undefined> {
  const { rows } = await sql<WatchTurn>`select position,
    coalesce((select max(position) from audit_links), 0) as head from unusual_progress for update skip locked`.execute(
    tx,
  );
  return rows[0];
}

/** Whether any election has a check that raises alerts. To be read after the turn: a change up to the head is then seen. */
export async function hasAlertingChecks(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean;
  }>`select exists (select from unusual_settings where alerts) as has`.execute(tx);
  return rows[0]?.has ?? false;
}

interface Links {
  after: number;
  through: number;
}

const entriesOf = (events: readonly string[], { after, through }: Links) => sql`audit_links k
  join audit_entries n on n.id = k.entry_id
  where k.position > ${after}::bigint and k.position <= ${through}::bigint and k.event = any (${[...events]}::text[])`;

/** What moves the figures that a ward's units are compared with. */
const MOVES = ['result.submitted', 'result.entered_at_desk', 'result.returned', 'result.cancelled'];

export interface WatchedArea {
  electionId: ElectionId;
  source: Source;
  area: LocationId;
}

/** The wards whose results changed in links of the chain, of elections with a check that raises alerts. */
export async function listMovedWards(db: Db, links: Links): Promise<WatchedArea[]> {
  const { rows } = await sql<WatchedArea>`with moved as materialized (
      select distinct ${uuidOf(sql`n.resource_id`)} as result_id from ${entriesOf(MOVES, links)}
    )
    select distinct r.election_id as "electionId", r.source, ${areaColumn('r.polling_unit_id', 'ward')} as area
    from moved m join results r on r.id = m.result_id
    join unusual_settings s on s.election_id = r.election_id and s.alerts
    join elections e on e.id = r.election_id and e.status <> 'archived'
    order by 1, 2, 3`.execute(db);
  return rows;
}

/** The elections whose checks were changed in links of the chain, and raise alerts now. */
export async function listChangedElections(db: Db, links: Links): Promise<ElectionId[]> {
  const { rows } = await sql<{ id: ElectionId }>`select distinct s.election_id as id
    from (select ${uuidOf(sql`n.resource_id`)} as election_id from ${entriesOf(['unusual.checks_changed'], links)}) t
    join unusual_settings s on s.election_id = t.election_id and s.alerts`.execute(db);
  return rows.map(({ id }) => id);
}

/** The LGAs with results of the election, in both counts. */
export async function listCountedLgas(db: Db, electionId: ElectionId): Promise<WatchedArea[]> {
  const { rows } = await sql<WatchedArea>`select distinct election_id as "electionId", source, area_id as area
    from tallies where election_id = ${electionId}::uuid and level = 'lga' and units > 0 order by source, area_id`.execute(
    db,
  );
  return rows;
}
