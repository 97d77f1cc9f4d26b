import type { UserStatus } from '@ec/contract/auth/schemas';
import { type LocationId, type LocationType, NATION } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { ensureReferenceData } from '@ec/server/features/geography/reference-data';
import { bulkTransaction } from '@ec/server/platform/database/bulk';
import type { Database } from '@ec/server/platform/database/database';
import { newId } from '@ec/server/platform/runtime/ids';
import { nameGiver } from '@ec/server/rehearsal/people';
import { storePlaces } from '@ec/server/rehearsal/organisation';
import { planStates } from '@ec/server/rehearsal/plan';
import { sql } from 'kysely';
import { withDatabase } from './own-database.ts';

/** The number of users of the largest organisation. */
export const PEOPLE = 200_000;
const NATIONAL_ADMINS = 40;

const OFFICES: Partial<Record<LocationType, Role>> = {
  region: 'regional_admin',
  state: 'state_admin',
  lga: 'lga_admin',
  ward: 'ward_admin',
  polling_unit: 'polling_unit_officer',
};
const PREFIXES = ['803', '806', '703', '810', '813', '816', '805', '807', '705', '815', '802', '808', '701', '909'];
const STATUSES: readonly (readonly [UserStatus, number])[] = [
  ['INACTIVE', 0.02],
  ['SUSPENDED', 0.025],
  ['PENDING', 0.03],
  ['PENDING_NATIONAL_APPROVAL', 0.032],
];

/** Numbers from 0 to 1 that are the same in every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** 200,000 people: an administrator of every area, an officer of every unit, and observers beside them. */
async function storePeople(database: Database): Promise<void> {
  await ensureReferenceData(database);
  await bulkTransaction(database, async (bulk) => storePlaces(bulk, planStates('full')));
  const { rows: places } = await sql<{ id: LocationId; type: LocationType }>`select id, type from locations
    where type <> 'national' order by id`.execute(database.db);
  const random = chance(7);
  const nextName = nameGiver('bench');
  let number = 0;

  function person(role: Role, area: LocationId) {
    // A step without a common divisor with ten million: every number once, in no order.
    const digits = String((number++ * 7_654_321) % 10_000_000).padStart(7, '0');
    const prefix = PREFIXES[Math.floor(random() * PREFIXES.length)] ?? '803';
    const name = nextName();
    const part = random();
    const status = STATUSES.find(([, below]) => part < below)?.[0] ?? 'ACTIVE';
    const email = random() < 0.1 ? `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}${number}@example.org` : null;
    const signedIn = random() < 0.7 ? new Date(Date.UTC(2027, 0, 1) + random() * 4e9) : null;
    return [newId<string>(), `+234${prefix}${digits}`, name, email, role, status, area, signedIn];
  }

  function* people() {
    for (let one = 0; one < NATIONAL_ADMINS; one++) yield person('national_admin', NATION);
    const units = places.filter(({ type }) => type === 'polling_unit');
    for (const { id, type } of places) {
      const role = OFFICES[type];
      if (role) yield person(role, id);
    }
    while (number < PEOPLE) yield person('gpuo', units[Math.floor(random() * units.length)]?.id ?? NATION);
  }
  await bulkTransaction(database, async (bulk) => {
    const columns = ['id', 'phone', 'name', 'email', 'role', 'status', 'area_id', 'last_login_at'];
    await bulk.copy('users', columns, people());
  });
  await sql`update users set status = 'ACTIVE' where role = 'national_admin'`.execute(database.db);
  await sql`vacuum analyze`.execute(database.db);
}

/** Runs the work on a separate database with the 200,000 users. */
export async function withPeople<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  return await withDatabase(url, 'bench_users', async (database) => {
    await storePeople(database);
    return await work(database);
  });
}
