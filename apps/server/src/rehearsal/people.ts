import type { UserId } from '@ec/contract/base/common';
import { codeOf, type LocationId, locationIdOf, ZONES } from '@ec/contract/geography/location-id';
import { STATES } from '@ec/contract/geography/reference-data';
import type { Role } from '@ec/contract/permissions/roles';
import type { Bulk, Cell } from '../platform/database/bulk.ts';
import { hashPassword } from '../platform/identity/passwords.ts';
import { newId, newSecret } from '../platform/runtime/ids.ts';
import {
  type Account,
  type AccountPlan,
  FIRST_MASS_PHONE,
  planAccounts,
  readablePassword,
  rehearsalPhone,
} from './accounts.ts';
import { isFree, type PlannedState } from './plan.ts';
import { seeded } from './random.ts';

const FIRST = (
  'Abubakar Ada Adaeze Adamu Adebayo Adeola Adesuwa Afolabi Aisha Akpan Amaka Aminu Anita Babajide Bala Bisi Blessing Bola ' +
  'Chidi Chiamaka Chinedu Chioma Damilola Danjuma Ebele Efe Ejike Ekaette Emeka Esther Fatima Femi Folake Funke Garba Gloria ' +
  'Grace Habiba Halima Hauwa Ibrahim Idris Ifeanyi Ifeoma Imoh Ini Isa Jibrin John Joy Kabiru Kemi Kunle Ladi Laraba Lawal ' +
  'Mary Mohammed Musa Nduka Ngozi Nkem Nneka Nuhu Obinna Okon Olu Osaro Patience Peter Rasheed Rita Sadiq Salisu Samuel Segun ' +
  'Tega Temitope Titilayo Tunde Uche Usman Victor Yakubu Yemi Yusuf Zainab'
).split(' ');
const LAST = (
  'Abdullahi Abiola Abubakar Adeleke Adeyemi Afolayan Agbo Ajayi Akande Akinola Akpabio Aliyu Amadi Anyanwu Asuquo Awolowo ' +
  'Ayodele Babangida Balogun Bassey Bello Danladi Dike Dogara Ebong Edet Effiong Egwu Ekanem Eze Ezeokafor Fashola Gambo ' +
  'George Haruna Hassan Ibe Idowu Igwe Ikpeazu Inyang Iroha Isah Jimoh Kalu Lawan Madu Mohammed Mustapha Nnadi Nwachukwu ' +
  'Nwosu Obi Odili Ogbonna Ogunleye Ojo Okafor Okeke Okonkwo Okoro Oladipo Olatunji Omotosho Onu Onyekachi Osagie Oyedele ' +
  'Sani Shehu Suleiman Tijani Udo Ugwu Umar Usman Uzor Wada Yakubu Yusuf'
).split(' ');

/** Random names from common Nigerian ones; the same for the same seed. */
export function nameGiver(seed: string): () => string {
  const random = seeded(seed);
  const pick = (names: readonly string[]) => names[Math.floor(random() * names.length)] ?? '';
  return () => `${pick(FIRST)} ${pick(LAST)}`;
}

/** The holder of each office, under whose name results are entered. */
export interface Offices {
  officers: Map<LocationId, UserId>;
  observers: Map<LocationId, UserId>;
  wardAdmins: Map<LocationId, UserId>;
  lgaAdmins: Map<LocationId, UserId>;
  nationalAdmin: UserId;
}

/** One unit in twenty also has an observer of the grassroots count. */
const OBSERVED = 0.05;

interface Person {
  id: UserId;
  phone: string;
  name: string;
  role: Role;
  area: LocationId;
  passwordHash: string;
}

const COLUMNS = ['id', 'phone', 'name', 'role', 'area_id', 'password_hash'];
const cells = ({ id, phone, name, role, area, passwordHash }: Person): Cell[] => [
  id,
  phone,
  name,
  role,
  area,
  passwordHash,
];

export interface Credentials {
  plan: AccountPlan;
  password: string;
  passwordHash: string;
}

export async function makeCredentials(): Promise<Credentials[]> {
  return await Promise.all(
    planAccounts().map(async (plan) => {
      const password = readablePassword();
      return { plan, password, passwordHash: await hashPassword(password) };
    }),
  );
}

export function toAccount({ plan, password }: Credentials): Account {
  return { role: plan.role, phone: plan.phone, password, area: codeOf(plan.area) };
}

/** Every office of the organisation, in the order of phone numbers. */
function* massOffices(states: readonly PlannedState[], lgas: readonly LocationId[]): Generator<[Role, LocationId]> {
  for (const zone of Object.keys(ZONES)) yield ['regional_admin', locationIdOf(zone) ?? (0 as LocationId)];
  for (const { id } of STATES) yield ['state_admin', id];
  for (const id of lgas) yield ['lga_admin', id];
  for (const { wards } of states) for (const ward of wards) yield ['ward_admin', ward.id];
  for (const { wards } of states) {
    for (const ward of wards) for (const { id } of ward.units) yield ['polling_unit_officer', id];
  }
  const random = seeded('observers');
  for (const { wards } of states) {
    for (const ward of wards) {
      for (const { id } of ward.units) if (random() < OBSERVED && !isFree(id)) yield ['gpuo', id];
    }
  }
}

/**
 * Stores the accounts for signing in and one holder for every other office. The latter share the hash of a password that is stored nowhere, so no one
 * can sign in to them.
 */
export async function storePeople(
  bulk: Bulk,
  credentials: readonly Credentials[],
  states: readonly PlannedState[],
  lgas: readonly LocationId[],
): Promise<Offices> {
  const offices: Offices = {
    officers: new Map(),
    observers: new Map(),
    wardAdmins: new Map(),
    lgaAdmins: new Map(),
    nationalAdmin: newId<UserId>(),
  };
  const noPassword = await hashPassword(newSecret());
  const taken = new Set<string>();

  function note({ role, area, id }: Person): void {
    if (role === 'polling_unit_officer') offices.officers.set(area, id);
    else if (role === 'gpuo') offices.observers.set(area, id);
    else if (role === 'ward_admin') offices.wardAdmins.set(area, id);
    else if (role === 'lga_admin') offices.lgaAdmins.set(area, id);
  }

  function* people(): Generator<Cell[]> {
    for (const { plan, passwordHash } of credentials) {
      const id = plan.role === 'national_admin' ? offices.nationalAdmin : newId<UserId>();
      const person = { ...plan, id, passwordHash };
      taken.add(`${plan.role} ${plan.area}`);
      note(person);
      yield cells(person);
    }
    let number = FIRST_MASS_PHONE;
    const nextName = nameGiver('people');
    for (const [role, area] of massOffices(states, lgas)) {
      if (taken.has(`${role} ${area}`)) continue;
      const id = newId<UserId>();
      const phone = rehearsalPhone(number++);
      const person = { id, phone, name: nextName(), role, area, passwordHash: noPassword };
      note(person);
      yield cells(person);
    }
  }

  await bulk.copy('users', COLUMNS, people());
  return offices;
}
