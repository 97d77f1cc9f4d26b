import type { ElectionId, FileId, UserId } from '@ec/contract/base/common';
import type { BallotCandidate } from '@ec/contract/elections/ballot';
import { looksOf, type PartyLook, type StoredLook } from '@ec/contract/elections/parties';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import { touches } from './queries.ts';

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

interface LogoRow {
  id: FileId;
  sha256: Buffer;
  viewSha256: Buffer | null;
  thumbnailSha256: Buffer | null;
  size: number;
  type: 'image/png';
}

/** The logo as far as the person may see it: one they uploaded, or one on a ballot, of any version, of an election that covers their area. */
export async function findSeenLogo(db: Db, actor: Actor, id: FileId): Promise<LogoRow | undefined> {
  const { rows } = await sql<LogoRow>`select f.id, f.sha256, f.view_sha256 as "viewSha256",
      f.thumbnail_sha256 as "thumbnailSha256", f.size, f.type
    from files f where f.id = ${id} and f.purpose = 'logo' and (f.uploaded_by = ${actor.userId} or exists (
      select from ballot_parties p join elections e on e.id = p.election_id
      where p.logo_file_id = f.id and ${touches(areasOf(actor))}))`.execute(db);
  return rows[0];
}

interface StoredLogo {
  id: FileId;
  uploadedBy: UserId | null;
  /** The areas of each election that has it on a ballot. */
  elections: LocationId[][];
}

/** Those of the files that are logos, with what decides who may put them on a ballot. */
export async function listLogos(db: Db, ids: readonly FileId[]): Promise<StoredLogo[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StoredLogo>`select f.id, f.uploaded_by as "uploadedBy",
      (select coalesce(json_agg(u.areas), '[]') from (
        select json_agg(a.location_id) as areas from election_areas a
        where a.election_id in (select p.election_id from ballot_parties p where p.logo_file_id = f.id)
        group by a.election_id) u) as elections
    from files f where f.purpose = 'logo' and f.id in (${sql.join([...ids])})`.execute(db);
  return rows;
}
