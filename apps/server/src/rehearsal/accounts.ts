import { randomInt } from 'node:crypto';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { childId, codeOf, type LocationId, NATION } from '@ec/contract/geography/location-id';
import { type Role, ROLE_IDS, ROLES } from '@ec/contract/permissions/roles';
import { DEMO } from './plan.ts';

/** An account for signing in, as written to accounts.json. */
export interface Account {
  role: Role;
  phone: string;
  password: string;
  /** INEC's code of the assigned area. */
  area: string;
}

/** The same without a password. */
export interface AccountPlan {
  role: Role;
  phone: string;
  name: string;
  area: LocationId;
}

/** Number of additional officers of the demo ward with an account for signing in. */
const EXTRA_OFFICERS = 20;
const FILE = 'accounts.json';

/** All phone numbers of the rehearsal are in one range: +234 702 0000000 upward. */
export function rehearsalPhone(number: number): string {
  return `+234702${String(number).padStart(7, '0')}`;
}

/** First number of the mass accounts, above those for signing in. */
export const FIRST_MASS_PHONE = 1000;

/** The area of each role's account: on the demo chain; officers on units of its ward without a result. */
function areaOfRole(role: Role): LocationId {
  if (role === 'polling_unit_officer') return childId(DEMO.ward, 1);
  if (role === 'gpuo') return childId(DEMO.ward, EXTRA_OFFICERS + 2);
  if (role === 'grassroot_puo') return childId(DEMO.ward, EXTRA_OFFICERS + 3);
  switch (ROLES[role].assignment) {
    case 'region':
      return DEMO.region;
    case 'state':
      return DEMO.state;
    case 'lga':
      return DEMO.lga;
    case 'ward':
      return DEMO.ward;
    default:
      return NATION;
  }
}

/** One account for each of the thirteen roles, then twenty polling unit officers. */
export function planAccounts(): AccountPlan[] {
  const roles = ROLE_IDS.map((role, index) => ({
    role,
    phone: rehearsalPhone(index + 1),
    name: `Rehearsal ${ROLES[role].title}`,
    area: areaOfRole(role),
  }));
  const officers = Array.from({ length: EXTRA_OFFICERS }, (_, index) => {
    const area = childId(DEMO.ward, index + 2);
    return {
      role: 'polling_unit_officer' as const,
      phone: rehearsalPhone(101 + index),
      name: `Rehearsal Officer ${codeOf(area)}`,
      area,
    };
  });
  return [...roles, ...officers];
}

/** Without characters that look alike on a screen. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Four groups of four, such as k7mp-x3qd-9vha-tw2c: 79 random bits, easy to read out. */
export function readablePassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

/** Readable only by its owner; written atomically. */
export async function writeAccounts(dataDir: string, accounts: readonly Account[]): Promise<void> {
  const path = join(dataDir, FILE);
  await writeFile(`${path}.new`, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
}

function isAccount(value: unknown): value is Account {
  const account = value as Partial<Record<keyof Account, unknown>> | null;
  return (['role', 'phone', 'password', 'area'] as const).every((key) => typeof account?.[key] === 'string');
}

/** The accounts written at the first start; undefined if the file is missing or damaged. */
export async function readAccounts(dataDir: string): Promise<Account[] | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(join(dataDir, FILE), 'utf8'));
    const complete = Array.isArray(value) && value.length === planAccounts().length && value.every(isAccount);
    return complete ? value : undefined;
  } catch {
    return undefined;
  }
}
