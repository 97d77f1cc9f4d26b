import type { RequestedUser } from '@ec/contract/approvals/schemas';
import { ROLES } from '@ec/contract/permissions/roles';
import { STATUS_LABELS } from '@ec/contract/users/schemas';
import { formatPhone } from '../../../lib/format/format.ts';

export interface Fact {
  label: string;
  value: string;
}
export interface Change {
  label: string;
  before: string;
  after: string;
}

const FIELDS = {
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  email: 'Email',
  role: 'Role',
  status: 'Status',
  assignment: 'Assignment',
  region: 'Region',
  state: 'State',
  lga: 'LGA',
  ward: 'Ward',
  pollingUnit: 'Polling Unit',
} as const satisfies Record<keyof RequestedUser, string>;
const KEYS = Object.keys(FIELDS) as (keyof RequestedUser)[];

function words(user: RequestedUser, key: keyof RequestedUser): string | null {
  if (key === 'role') return ROLES[user.role].title;
  const value = user[key];
  if (key === 'phone') return value && formatPhone(value);
  if (key !== 'status' || value === null) return value;
  return (STATUS_LABELS as Record<string, string>)[value.toUpperCase()] ?? value;
}

/** Everything that is said of the person. */
export function factsOf(user: RequestedUser): Fact[] {
  return KEYS.flatMap((key) => {
    const value = words(user, key);
    return value ? [{ label: FIELDS[key], value }] : [];
  });
}

/** What a request changes, field by field; empty for a registration, which has nothing before it. */
export function changesOf(before: RequestedUser | null, after: RequestedUser): Change[] {
  if (!before) return [];
  return KEYS.flatMap((key) => {
    const [old, now] = [words(before, key) || 'None', words(after, key) || 'None'];
    return old === now ? [] : [{ label: FIELDS[key], before: old, after: now }];
  });
}
