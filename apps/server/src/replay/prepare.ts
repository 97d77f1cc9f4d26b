import type { ElectionId, UserId } from '@ec/contract/base/common';
import { ancestorOf, codeOf, type LocationId, NATION } from '@ec/contract/geography/location-id';
import { ballotOf } from '@ec/contract/elections/parties';
import { insertElection } from '../features/elections/repository.ts';
import { saveAudit, SYSTEM_ORIGIN } from '../platform/audit/audit.ts';
import { bulkTransaction } from '../platform/database/bulk.ts';
import { bigintArray, type Database, inTransaction } from '../platform/database/database.ts';
import { saveEvent } from '../platform/events/events.ts';
import { newId } from '../platform/runtime/ids.ts';
import { votingHours } from '../rehearsal/elections.ts';
import type { ReplayFile, ReplayRow } from './file.ts';

/** Why a replay cannot run, as a sentence. */
export class ReplayError extends Error {}

/** First phone number of accounts created by a replay: +234 702 5000000 upward, separate from the rehearsal's. */
const FIRST_PHONE = 2_347_025_000_000;
const READER_PHONE = '+2347024999999';
const MAX_ACCOUNTS = 4_000_000;

/** Codes of the file that the register lacks. */
export async function unknownUnits(database: Database, rows: readonly ReplayRow[]): Promise<string[]> {
  const { rows: found } = await database.pool.query<{ id: LocationId }>(
    `select id from locations where type = 'polling_unit' and id = any ($1::bigint[])`,
    [bigintArray(rows.map(({ unit }) => unit))],
  );
  const known = new Set(found.map(({ id }) => id));
  return rows.filter(({ unit }) => !known.has(unit)).map(({ code }) => code);
}

/** Creates a live election with the file's parties in the file's states, with the system as its author. */
export async function createElection(database: Database, fileName: string, file: ReplayFile): Promise<ElectionId> {
  const id = newId<ElectionId>();
  const areas = [...new Set(file.rows.flatMap(({ unit }) => ancestorOf(unit, 'state') ?? []))].toSorted(
    (a, b) => a - b,
  );
  const fields = {
    name: `Replay of ${fileName}`,
    description: 'Transcribed sheets, sent through the API.',
    type: 'presidential',
    status: 'live',
    parties: file.parties,
    configuration: {},
    ...votingHours(new Date()),
  } as const;
  await inTransaction(database.db, async (tx) => {
    await insertElection(tx, { ...fields, parties: [...file.parties], id, areas, createdBy: null });
    const next = { name: fields.name, status: 'live', parties: file.parties, areas: areas.map(codeOf) };
    await saveAudit(tx, SYSTEM_ORIGIN, { event: 'election.created', resourceId: id, next });
    await saveEvent(tx, { type: 'election.changed', electionId: id, status: 'live' });
  });
  return id;
}

/** Throws ReplayError for an election that cannot take the file: unknown, not live, or with other parties. */
export async function requireElection(database: Database, id: string, file: ReplayFile): Promise<ElectionId> {
  if (!/^[\da-f-]{36}$/i.test(id)) throw new ReplayError(`${id} is not the id of an election.`);
  const election = await database.db
    .selectFrom('elections')
    .select(['id', 'status', 'parties', 'name'])
    .where('id', '=', id as ElectionId)
    .executeTakeFirst();
  if (!election) throw new ReplayError(`There is no election ${id}.`);
  if (election.status !== 'live') throw new ReplayError(`${election.name} is ${election.status}; it must be live.`);
  const ballot = ballotOf(election.parties);
  const strange = file.parties.filter((party) => !ballot.includes(party));
  if (strange.length > 0) throw new ReplayError(`${election.name} has no ${strange.join(', ')} on its ballot.`);
  return election.id;
}

/** Throws ReplayError if election mode is off, or switches it on if `turnOn` is set. */
export async function requireElectionMode(database: Database, turnOn: boolean): Promise<void> {
  const mode = await database.db.selectFrom('election_mode').select('is_on').executeTakeFirst();
  if (mode?.is_on === true) return;
  if (!turnOn) {
    throw new ReplayError(
      'Election mode is off, so results are refused. Let the super admin switch it on, or add --election-mode.',
    );
  }
  await inTransaction(database.db, async (tx) => {
    await tx.updateTable('election_mode').set({ is_on: true, changed_at: new Date(), changed_by: null }).execute();
    await saveAudit(tx, SYSTEM_ORIGIN, {
      event: 'election_mode.changed',
      previous: { isElectionMode: false },
      next: { isElectionMode: true },
    });
    await saveEvent(tx, { type: 'election_mode.changed', isElectionMode: true });
  });
}

/**
 * Activates or deactivates the accounts of replays. Their phone numbers belong to no member of the organisation, so between replays they must not allow
 * a password reset.
 */
export async function setReplayAccounts(database: Database, status: 'ACTIVE' | 'INACTIVE'): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    const changed = await tx
      .updateTable('users')
      .set({ status, updated_at: new Date() })
      .where('phone', '>=', READER_PHONE)
      .where('phone', '<', `+${FIRST_PHONE + MAX_ACCOUNTS}`)
      .where('status', '=', status === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE')
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return;
    const next = { status, accounts: Number(changed.numUpdatedRows), reason: 'accounts made by a replay' };
    await saveAudit(tx, SYSTEM_ORIGIN, { event: 'user.status_changed', next });
  });
}

async function findOfficers(database: Database, units: readonly LocationId[]): Promise<Map<LocationId, UserId>> {
  const { rows } = await database.pool.query<{ id: UserId; area_id: LocationId }>(
    `select id, area_id from users
     where role = 'polling_unit_officer' and status <> 'DELETED' and area_id = any ($1::bigint[])`,
    [bigintArray(units)],
  );
  return new Map(rows.map((row) => [row.area_id, row.id]));
}

async function freePhone(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ last: string | null }>(
    `select max(phone) as last from users where phone >= $1 and phone < $2`,
    [`+${FIRST_PHONE}`, `+${FIRST_PHONE + MAX_ACCOUNTS}`],
  );
  const last = rows[0]?.last;
  return last ? Number(last.slice(1)) + 1 : FIRST_PHONE;
}

/** The officer of each unit; units without one get an account without a password, which refuses every sign-in. */
export async function ensureOfficers(
  database: Database,
  rows: readonly ReplayRow[],
): Promise<{ officers: Map<LocationId, UserId>; made: number }> {
  const officers = await findOfficers(
    database,
    rows.map(({ unit }) => unit),
  );
  const missing = rows.filter(({ unit }) => !officers.has(unit));
  if (missing.length === 0) return { officers, made: 0 };
  let phone = await freePhone(database);
  await bulkTransaction(database, async (bulk) => {
    const people = missing.map(({ unit, code }) => {
      const id = newId<UserId>();
      officers.set(unit, id);
      return [id, `+${phone++}`, `Replay Officer ${code}`, 'polling_unit_officer', unit];
    });
    await bulk.copy('users', ['id', 'phone', 'name', 'role', 'area_id'], people);
    const next = { role: 'polling_unit_officer', count: missing.length, reason: 'replay of a results file' };
    await saveAudit(bulk.tx, SYSTEM_ORIGIN, { event: 'user.created', next });
  });
  return { officers, made: missing.length };
}

/** A national account for reading the live figures; it has no password and refuses every sign-in. */
export async function ensureReader(database: Database): Promise<UserId> {
  const known = await database.db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', READER_PHONE)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst();
  if (known) return known.id;
  const id = newId<UserId>();
  const person = { id, phone: READER_PHONE, name: 'Replay', role: 'national_admin', area_id: NATION } as const;
  const unset = { first_name: null, last_name: null, email: null, personal_area_id: null, password_hash: null };
  const more = { totp_secret: null, profile_picture_id: null, invite_code: null, last_login_at: null };
  await inTransaction(database.db, async (tx) => {
    await tx
      .insertInto('users')
      .values({ ...person, ...unset, ...more })
      .execute();
    const next = { role: person.role, reason: 'reads the live figures for a replay' };
    await saveAudit(tx, SYSTEM_ORIGIN, { event: 'user.created', resourceId: id, next });
  });
  return id;
}
