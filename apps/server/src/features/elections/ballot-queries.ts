import type { ElectionId } from '@ec/contract/base/common';
import type { BallotCandidate } from '@ec/contract/elections/ballot';
import { looksOf, type PartyLook, type StoredLook } from '@ec/contract/elections/parties';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

interface StoredBallot {
  version: number;
  reason: string | null;
  savedBy: string | null;
  savedAt: Date | null;
}

/** The newest ballot of the election; version 0 before the first. */
export async function newestBallot(db: Db, election: ElectionId): Promise<StoredBallot> {
  const { rows } = await sql<StoredBallot>`select b.version, b.reason, b.created_at as "savedAt",
      (select u.name from users u where u.id = b.created_by) as "savedBy"
    from ballots b where b.election_id = ${election} order by b.version desc limit 1`.execute(db);
  return rows[0] ?? { version: 0, reason: null, savedBy: null, savedAt: null };
}

/** The candidates of a version by party, by constituency. */
export async function candidatesOf(
  db: Db,
  election: ElectionId,
  version: number,
): Promise<Map<string, BallotCandidate[]>> {
  const rows = await db
    .selectFrom('ballot_candidates')
    .select(['party', 'constituency_id', 'name', 'running_mate'])
    .where('election_id', '=', election)
    .where('version', '=', version)
    .orderBy('party')
    .orderBy(sql`length(constituency_id)`)
    .orderBy('constituency_id')
    .execute();
  const byParty = new Map<string, BallotCandidate[]>();
  for (const { party, constituency_id: constituencyId, name, running_mate: runningMate } of rows) {
    const candidate = { ...(constituencyId && { constituencyId }), name, ...(runningMate && { runningMate }) };
    byParty.set(party, [...(byParty.get(party) ?? []), candidate]);
  }
  return byParty;
}

/** How many results of both counts were sent, of any status. */
export async function countResults(db: Db, election: ElectionId): Promise<number> {
  const { rows } = await sql<{ results: number }>`select count(*) as results from results
    where election_id = ${election}`.execute(db);
  return rows[0]?.results ?? 0;
}

/** The constituencies that there are of the ids. */
export async function existingConstituencies(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select id from constituencies
    where id in (select value from json_array_elements_text(${JSON.stringify(ids)}::json))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** How the parties look, and who stands for them in the unit: in its ward's constituency, or in an election held in areas. */
export async function ballotAt(
  db: Db,
  { id, parties }: { id: ElectionId; parties: readonly string[] },
  unit: LocationId,
): Promise<{ looks: PartyLook[]; candidates: Record<string, string> }> {
  const ward = ancestorOf(unit, 'ward') ?? unit;
  const { rows } = await sql<
    StoredLook & { candidate: string | null }
  >`/* ballots.at */ select p.code, p.name, p.colour, p.logo_file_id as "logoFileId",
      (select c.name || coalesce(' (with ' || c.running_mate || ')', '') from ballot_candidates c
        where c.election_id = p.election_id and c.version = p.version and c.party = p.code
          and (c.constituency_id is null
            or c.constituency_id in (select w.constituency_id from constituency_wards w where w.ward_id = ${ward}))
        order by c.constituency_id nulls last limit 1) as candidate
    from ballot_parties p where p.election_id = ${id}
      and p.version = (select max(version) from ballots where election_id = ${id})
    order by p.position`.execute(db);
  const named = rows.flatMap(({ code, candidate }) => (candidate && parties.includes(code) ? [[code, candidate]] : []));
  return { looks: looksOf(parties, rows), candidates: Object.fromEntries(named) };
}
