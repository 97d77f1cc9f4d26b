import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Role } from '@ec/contract/permissions/roles';

/** An account of the rehearsal. */
export interface Account {
  role: Role;
  phone: string;
  password: string;
  /** INEC's code of the assigned area. */
  area: string;
}

function readAccounts(): Account[] {
  const folder = process.env['E2E_DATA_DIR'];
  if (!folder) throw new Error('E2E_DATA_DIR is not set: no rehearsal was started');
  return JSON.parse(readFileSync(path.join(folder, 'accounts.json'), 'utf8')) as Account[];
}

/** The rehearsal's account of the role. */
export function accountOf(role: Role): Account {
  const found = readAccounts().find((account) => account.role === role);
  if (!found) throw new Error(`The rehearsal has no ${role}`);
  return found;
}

/** Each journey sends results of units of its own. */
const OFFICERS = {
  whole: 1,
  returned: 2,
  offline: 3,
  overVoting: 4,
  mode: 5,
  signIn: 6,
  denied: 7,
  disputed: 8,
  watched: 9,
  alerted: 10,
  // A user who is denied a page sends nothing there.
  slow: 7,
  // Wrong passwords need no unit.
  keyboard: 6,
  // In the journey of election mode nothing is sent.
  unplugged: 5,
  // Whether its result was sent by that journey does not matter here.
  takenOver: 5,
} as const;

/** The officer who plays a part in a journey; their unit has no result before it. */
export function officerOf(part: keyof typeof OFFICERS): Account {
  const officers = readAccounts().filter((account) => account.role === 'polling_unit_officer');
  const found = officers[OFFICERS[part]];
  if (!found) throw new Error(`The rehearsal has no officer for ${part}`);
  return found;
}

let phones = 0;

/** A mobile number that is used neither in the rehearsal nor by another journey of the run. */
export function newPhone(): string {
  phones += 1;
  const moment = Date.now() % 10_000_000;
  return `0805${String((moment + phones * 7919) % 10_000_000).padStart(7, '0')}`;
}
