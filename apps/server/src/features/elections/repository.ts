import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { ConstituencyId } from '@ec/contract/constituencies/schemas';
import type { ElectionConfiguration, ElectionStatus, ElectionType, FollowKind } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { lawOn, type LawProfileId } from '@ec/contract/law/profiles';
import { sql } from 'kysely';
import type { BallotCandidate, BallotPartyRequest } from '@ec/contract/elections/ballot';
import type { Tx } from '../../platform/database/database.ts';
import { areasOfConstituencies } from '../constituencies/queries.ts';

const CALENDAR_LOCK = 7_301_019;

export interface ElectionFields {
  name: string;
  description: string;
  type: ElectionType;
  electionDate: string;
  lawProfile: LawProfileId;
  opensAt: Date;
  closesAt: Date;
  parties: string[];
  configuration: ElectionConfiguration;
  constituencies: ConstituencyId[];
  follows: { id: ElectionId; as: FollowKind } | null;
}

export async function insertElection(
  tx: Tx,
  election: Omit<ElectionFields, 'lawProfile' | 'constituencies' | 'follows'> & {
    follows?: ElectionFields['follows'];
    constituencies?: ConstituencyId[];
    /** By default the law in force on the day. */
    lawProfile?: LawProfileId;
    id: ElectionId;
    createdBy: UserId | null;
    status?: ElectionStatus;
    areas: readonly LocationId[];
  },
): Promise<void> {
  await tx
    .insertInto('elections')
    .values({
      id: election.id,
      name: election.name,
      description: election.description,
      type: election.type,
      status: election.status ?? 'draft',
      election_date: election.electionDate,
      law_profile: election.lawProfile ?? lawOn(election.electionDate),
      opens_at: election.opensAt,
      closes_at: election.closesAt,
      parties: election.parties,
      constituencies: election.constituencies ?? [],
      follows_id: election.follows?.id ?? null,
      follows_as: election.follows?.as ?? null,
      configuration: JSON.stringify(election.configuration),
      created_by: election.createdBy,
    })
    .execute();
  await replaceAreas(tx, election.id, election.areas);
}

export async function replaceAreas(tx: Tx, id: ElectionId, areas: readonly LocationId[]): Promise<void> {
  await tx.deleteFrom('election_areas').where('election_id', '=', id).execute();
  await tx
    .insertInto('election_areas')
    .values(areas.map((area) => ({ election_id: id, location_id: area })))
    .execute();
}

export async function updateElection(
  tx: Tx,
  id: ElectionId,
  changes: Partial<ElectionFields> & { formerLawProfiles?: LawProfileId[]; areas?: readonly LocationId[] },
): Promise<void> {
  await tx
    .updateTable('elections')
    .set({
      ...(changes.name !== undefined && { name: changes.name }),
      ...(changes.description !== undefined && { description: changes.description }),
      ...(changes.type !== undefined && { type: changes.type }),
      ...(changes.electionDate !== undefined && { election_date: changes.electionDate }),
      ...(changes.lawProfile !== undefined && { law_profile: changes.lawProfile }),
      ...(changes.formerLawProfiles !== undefined && { former_law_profiles: changes.formerLawProfiles }),
      ...(changes.opensAt !== undefined && { opens_at: changes.opensAt }),
      ...(changes.closesAt !== undefined && { closes_at: changes.closesAt }),
      ...(changes.parties !== undefined && { parties: changes.parties }),
      ...(changes.follows !== undefined && {
        follows_id: changes.follows?.id ?? null,
        follows_as: changes.follows?.as ?? null,
      }),
      ...(changes.constituencies !== undefined && { constituencies: changes.constituencies }),
      ...(changes.configuration !== undefined && { configuration: JSON.stringify(changes.configuration) }),
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
  if (changes.areas) await replaceAreas(tx, id, changes.areas);
}

export async function setStatus(tx: Tx, id: ElectionId, status: ElectionStatus): Promise<void> {
  await tx
    .updateTable('elections')
    .set({ status, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** Whether another election is a re-run of this one, or its run-off. */
export async function isFollowed(tx: Tx, id: ElectionId): Promise<boolean> {
  return (await tx.selectFrom('elections').select('id').where('follows_id', '=', id).limit(1).execute()).length > 0;
}

export async function deleteElection(tx: Tx, id: ElectionId): Promise<void> {
  await tx.deleteFrom('elections').where('id', '=', id).execute();
}

/** Lets one election after another be placed on the calendar, so that of two that overlap the second sees the first. */
export async function lockCalendar(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CALENDAR_LOCK})`.execute(tx);
}

/** Locks the election, so that concurrent changes run one after another. */
export async function lockElection(tx: Tx, id: ElectionId): Promise<void> {
  await sql`select id from elections where id = ${id} for update`.execute(tx);
}

/** Switches election mode; returns its former state. */
export async function setElectionMode(tx: Tx, isOn: boolean, by: UserId, at: Date): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`with before as (select is_on from election_mode for update)
    update election_mode set is_on = ${isOn}, changed_at = ${at}, changed_by = ${by}
    returning (select is_on from before) as was`.execute(tx);
  return rows[0]?.was ?? false;
}

interface NewBallot {
  id: ElectionId;
  version: number;
  parties: readonly (BallotPartyRequest & { candidates: readonly BallotCandidate[] })[];
  reason: string | null;
  /** Results that exist. */
  results: number;
  by: UserId;
  at: Date;
}

/** Adds a version of the ballot with all its candidates; thousands of them go in one statement. */
export async function insertBallot(
  tx: Tx,
  { id, version, parties, reason, results, by, at }: NewBallot,
): Promise<void> {
  await tx
    .insertInto('ballots')
    .values({ election_id: id, version, reason, results, created_by: by, created_at: at })
    .execute();
  await tx
    .insertInto('ballot_parties')
    .values(
      parties.map(({ code, name, colour, logoFileId }, index) => ({
        election_id: id,
        version,
        position: index + 1,
        code,
        name,
        colour,
        logo_file_id: logoFileId ?? null,
      })),
    )
    .execute();
  const candidates = parties.flatMap(({ code, candidates: all }) => all.map((one) => ({ party: code, ...one })));
  await sql`insert into ballot_candidates (election_id, version, party, constituency_id, name, running_mate)
    select ${id}, ${version}, c.party, c."constituencyId", c.name, c."runningMate"
    from json_to_recordset(${JSON.stringify(candidates)}::json)
      as c (party text, "constituencyId" text, name text, "runningMate" text)`.execute(tx);
}

/** Brings the covered areas of an election to the present wards of its constituencies. */
export async function coverAnew(tx: Tx, id: ElectionId, constituencies: readonly ConstituencyId[]): Promise<void> {
  await replaceAreas(tx, id, await areasOfConstituencies(tx, constituencies));
}
