import {
  AUDIT_ACTIONS,
  AUDIT_PERIODS,
  AuditLogFilters,
  AuditPeriod,
  type AuditResource,
} from '@ec/contract/audit/schemas';
import { UserId } from '@ec/contract/base/common';
import { locationIdOf } from '@ec/contract/geography/location-id';
import { momentInZone } from '../../lib/format/format.ts';
import { RESOURCE_WORDS } from './words.ts';

/**
 * The list as it stands in the address. `from` and `to` are date and time in the organisation's zone, `area` the code (or
 * id) of the narrowest place chosen, `before` and `after` the place in the chain where a page begins, `entry` what is open.
 */
export const FILTERS = {
  q: '',
  action: '',
  period: 'all',
  user: '',
  system: '',
  resource: '',
  resourceId: '',
  area: '',
  ip: '',
  from: '',
  to: '',
  before: '',
  after: '',
  entry: '',
};
export type AuditFilters = typeof FILTERS;

/** The filters that restrict the list, in display order. */
const LIST_FILTERS = [
  'q',
  'action',
  'period',
  'user',
  'system',
  'resource',
  'resourceId',
  'area',
  'ip',
  'from',
  'to',
] as const satisfies readonly (keyof AuditFilters)[];
export type ListFilter = (typeof LIST_FILTERS)[number];

export const NEWEST_PAGE = { before: '', after: '' } satisfies Partial<AuditFilters>;
const PAGE_SIZE = 50;

const MOMENT = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/;

/** A date and time of the organisation's zone as a moment in UTC; empty for what is none. */
export function momentOf(text: string): string {
  const moment = MOMENT.test(text) ? momentInZone(text.replace('T', ' ')) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : '';
}

/** Why an address narrows nothing; undefined for one that does. */
export function ipProblem(text: string): string | undefined {
  const parsed = AuditLogFilters.shape.ip.safeParse(text);
  return text === '' || parsed.success ? undefined : 'Figures, dots and colons only, such as 10.1.2.3 or 10.1.';
}

export const rangeProblem = ({ from, to }: Pick<AuditFilters, 'from' | 'to'>): string | undefined => {
  const [first, last] = [momentOf(from), momentOf(to)];
  return first && last && last <= first ? 'This is not after the beginning' : undefined;
};

const isResource = (text: string): text is AuditResource => Object.hasOwn(RESOURCE_WORDS, text);
const placeText = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? text : '');

/** The filters as the list takes them: unknown values in the address are ignored, without a message. */
export function effective(filters: AuditFilters): AuditFilters {
  const { action, period, user, system, resource, area, ip, from, to, before, after } = filters;
  return {
    ...filters,
    action: AUDIT_ACTIONS.includes(action) ? action : '',
    period: AuditPeriod.safeParse(period).success ? period : FILTERS.period,
    user: UserId.safeParse(user).success ? user : '',
    system: system === 'true' ? system : '',
    resource: isResource(resource) ? resource : '',
    area: locationIdOf(area) === undefined ? '' : area,
    ip: ipProblem(ip) === undefined ? ip : '',
    from: momentOf(from) && from,
    to: momentOf(to) && to,
    before: placeText(before),
    after: after === '0' ? after : placeText(after),
  };
}

/** The query of the export: the filters alone. */
export function filterParameters(filters: AuditFilters) {
  const { q, action, period, user, system, resource, resourceId, area, ip, from, to } = effective(filters);
  return {
    q,
    action,
    period: period === FILTERS.period ? '' : period,
    userId: user,
    system,
    resource,
    resourceId,
    area,
    ip,
    from: momentOf(from),
    to: momentOf(to),
  };
}

/** The query of the list's call. */
export function parametersOf(filters: AuditFilters) {
  const { before, after } = effective(filters);
  return { ...filterParameters(filters), before, after: before ? '' : after, pageSize: PAGE_SIZE };
}

export function narrowedBy(filters: AuditFilters): ListFilter[] {
  const taken = effective(filters);
  return LIST_FILTERS.filter((key) => taken[key] !== FILTERS[key]);
}

export const NOTHING_NARROWED = Object.fromEntries(LIST_FILTERS.map((key) => [key, FILTERS[key]])) as Record<
  ListFilter,
  string
>;

/** True while the newest entries are shown. */
export function isNewestPage(filters: AuditFilters): boolean {
  const { before, after } = effective(filters);
  return before === '' && after === '';
}

export const periodWord = (period: string): string => AUDIT_PERIODS[AuditPeriod.parse(period)];
