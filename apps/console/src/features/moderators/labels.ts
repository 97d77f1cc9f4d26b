import type { Moderator } from '@ec/contract/moderators/schemas';
import {
  ALLOWED_AREAS,
  type AllowedAreas,
  MODERATOR_ROLES,
  PRIVILEGE_GROUPS,
  PRIVILEGE_IDS,
  PRIVILEGES,
} from '@ec/contract/permissions/privileges';
import { ROLES } from '@ec/contract/permissions/roles';
import { SETTABLE_STATUSES, STATUS_LABELS, type UserPlace } from '@ec/contract/users/schemas';
import { formatNumber } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { known } from '../../lib/hooks/use-url-state.ts';

const ALLOWED = Object.keys(ALLOWED_AREAS) as AllowedAreas[];
export const ROLE_OPTIONS = MODERATOR_ROLES.map((value) => ({ value, label: ROLES[value].title }));
export const STATUS_OPTIONS = SETTABLE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

/** The privileges under their headings, as they are granted and listed. */
export const GROUPED_PRIVILEGES = PRIVILEGE_GROUPS.map((title) => ({
  title,
  ids: PRIVILEGE_IDS.filter((id) => PRIVILEGES[id].group === title),
}));

const MOST_NAMES = 3;

/** The area that a moderator is held to: the places of their privileges, else all of their own. */
export function heldToText({ assignment, privileges }: Pick<Moderator, 'assignment' | 'privileges'>): string {
  const places = privileges ? ALLOWED.flatMap((list) => privileges[list]) : [];
  if (places.length === 0) return areaText(assignment);
  const more = places.length - MOST_NAMES;
  const names = places.slice(0, MOST_NAMES).map(({ name }) => name);
  return `${names.join(', ')}${more > 0 ? ` +${formatNumber(more)} more` : ''} only`;
}

/** Where a person acts: Lagos, South West; the nation where nothing stands below it. */
export function areaText(assignment: UserPlace | null): string {
  if (!assignment) return 'Not assigned';
  const links = assignment.chain.filter(({ type }) => type !== 'national');
  const names = links.map(({ name }) => name).toReversed();
  return names.length > 0 ? names.join(', ') : assignment.name;
}

export const CREATED = 'Moderator created successfully!';

export function notifyCreated({ id, name }: Pick<Moderator, 'id' | 'name'>): void {
  notifySuccess(CREATED, { link: { to: `/users/${id}`, label: `Open ${name}` } });
}

export const NOTHING_NARROWED = { q: '', role: '', status: '' };

/** What the list of moderators is narrowed to, as it stands in the address. */
export const FILTERS = { ...NOTHING_NARROWED, sort: '', page: '1' };
export type ModeratorFilters = typeof FILTERS;

/** The filters of the list; unknown values in the address are ignored. */
export const narrowedTo = ({ q, role, status }: ModeratorFilters) => ({
  q,
  role: known(ROLE_OPTIONS, role),
  status: known(STATUS_OPTIONS, status),
});

export const NO_SEARCH = { q: '' };
export const LIST_FILTERS = { ...NO_SEARCH, sort: '', page: '1' };

/** Begins the ids of the fields. */
export const FORM_ID = 'moderator';

export const fieldId = (field: string) => `${FORM_ID}-${field}`;

/** The field that a path of the API is about: privileges.allowedStates.2 is about allowedStates. */
export function fieldAt(path: string): string {
  const [name = ''] = path.replace(/^privileges\./, '').split('.');
  return name === 'phoneNumber' ? 'phone' : name;
}

/** In the order in which they stand. */
export const PERSON_FIELDS = ['name', 'phone', 'firstName', 'lastName', 'email'] as const;
export const PRIVILEGE_FIELDS = [
  'allowedRegions',
  'allowedStates',
  'allowedLGAs',
  'allowedWards',
  'canManageRoles',
  'validUntil',
] as const;
