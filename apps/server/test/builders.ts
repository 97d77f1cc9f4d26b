import { randomUUID } from 'node:crypto';
import type { ElectionId, UserId } from '@ec/contract/base/common';
import { chainOf, childId, codeOf, type LocationId, locationIdOf, NATION } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { insertElection } from '../src/features/elections/repository.ts';
import { type Db, inTransaction } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/runtime/ids.ts';

export interface Person {
  id: UserId;
  name: string;
  phone: string;
  role: Role;
  area: LocationId | null;
}

/** The id of a place by its INEC code; the test fails at once where the code is none. */
export function place(code: string): LocationId {
  const id = locationIdOf(code);
  if (id === undefined) throw new Error(`${code} is no code`);
  return id;
}

let phones = 0;
let wards = 0;

/** Wards and phones are numbered from the beginning in each file, which has a database of its own: its workers' other files do not count. */
export function numberAnew(): void {
  phones = 0;
  wards = 0;
}

/** A valid Nigerian mobile number that no other test person has. */
export function nextPhone(): string {
  phones += 1;
  const process36 = Number.parseInt(randomUUID().slice(0, 4), 16) % 1000;
  return `+234803${String(process36).padStart(3, '0')}${String(phones).padStart(4, '0')}`;
}

/** The hash of an unknown password. */
const CHOSEN = '$argon2id$v=19$m=19456,t=2,p=1$S0nrTlpiODjkpvYWqyY75Q$zyn5G+uxRwXbX9QX51P05BqtFDKcHeJhIqFnpXb6DO0';

/** A user who has accepted the invite; with `passwordHash: null` not yet. */
export async function createPerson(
  db: Db,
  person: {
    role: Role;
    area: LocationId | null;
    name?: string;
    phone?: string;
    passwordHash?: string | null;
    status?: 'ACTIVE' | 'INACTIVE';
  },
): Promise<Person> {
  const row = {
    id: newId<UserId>(),
    name: person.name ?? `Test ${person.role}`,
    phone: person.phone ?? nextPhone(),
    role: person.role,
    area: person.area,
  };
  await db
    .insertInto('users')
    .values({
      id: row.id,
      name: row.name,
      phone: row.phone,
      role: row.role,
      area_id: row.area,
      status: person.status ?? 'ACTIVE',
      password_hash: person.passwordHash === undefined ? CHOSEN : person.passwordHash,
    })
    .execute();
  return row;
}

/** A new ward of an LGA (Ikeja where none is named) with so many units of 500 registered voters each. */
export async function createWard(
  db: Db,
  units = 3,
  lga = place('24-11'),
): Promise<{ ward: LocationId; units: LocationId[] }> {
  wards += 1;
  const ward = childId(lga, 100 + wards);
  const ids = Array.from({ length: units }, (_, index) => childId(ward, index + 1));
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('locations')
      .values({
        id: ward,
        type: 'ward',
        name: `Ward ${wards}`,
        code: codeOf(ward),
        parent_id: lga,
        units,
        registered_voters: units * 500,
      })
      .execute();
    if (units > 0) {
      await tx
        .insertInto('locations')
        .values(
          ids.map((id, index) => ({
            id,
            type: 'polling_unit' as const,
            name: `Polling Unit ${index + 1}`,
            code: codeOf(id),
            parent_id: ward,
            units: 1,
            registered_voters: 500,
          })),
        )
        .execute();
    }
    await tx
      .updateTable('locations')
      .set((eb) => ({
        units: eb('units', '+', units),
        registered_voters: eb(eb.fn.coalesce('registered_voters', eb.val(0)), '+', units * 500),
      }))
      .where('id', 'in', chainOf(lga))
      .execute();
  });
  return { ward, units: ids };
}

export const PARTIES = ['APC', 'PDP', 'LP', 'NNPP'];

/** A live election of the nation on 20 February 2027, 08:30 to 14:30 in Lagos. */
export async function createElection(
  db: Db,
  changes: Partial<Parameters<typeof insertElection>[1]> = {},
): Promise<ElectionId> {
  const id = newId<ElectionId>();
  await inTransaction(db, (tx) =>
    insertElection(tx, {
      id,
      name: 'Presidential election',
      description: '',
      type: 'presidential',
      status: 'live',
      electionDate: '2027-02-20',
      opensAt: new Date('2027-02-20T07:30:00Z'),
      closesAt: new Date('2027-02-20T13:30:00Z'),
      parties: PARTIES,
      configuration: {},
      createdBy: null,
      areas: [NATION],
      ...changes,
    }),
  );
  return id;
}

export async function setElectionMode(db: Db, isOn: boolean): Promise<void> {
  await db.updateTable('election_mode').set({ is_on: isOn }).execute();
}

/** Figures of a sheet on which everything adds up: 31 + 12 + 88 + 2 + 3 Others + 4 void = 140 of 141 accredited. */
export function sheet(electionId: ElectionId, pollingUnitId: LocationId) {
  return {
    electionId,
    pollingUnitId,
    accreditedVoters: 141,
    votes: { APC: 31, PDP: 12, LP: 88, NNPP: 2, Others: 3 } as Record<string, number>,
    voidVotes: 4,
  };
}

/** A new officer of a unit, as the form sends it. */
export const newOfficer = (unit: LocationId, changes: Record<string, unknown> = {}) => ({
  name: 'Ada Obi',
  phone: nextPhone(),
  role: 'polling_unit_officer',
  pollingUnit: unit,
  ...changes,
});
