import { inDigits } from '@ec/contract/base/wording';
import { SECURITY_EVENTS, type SecurityEvent } from '@ec/contract/reports/schemas';
import type { AuditEvent } from '@ec/contract/audit/events';
import { actionOf, securityKindOf, securityKinds } from './activity-rules.ts';
import {
  type AddressCount,
  countByAddress,
  countSecurityEvents,
  listSecurityEvents,
  type SecurityCount,
  type SecurityFilter,
  type SecurityRow,
} from './audit-queries.ts';
import { dayChart } from './day-chart.ts';
import { type Cell, columnsOf, MOST_ROWS, type Table } from '../documents/document.ts';
import { required, type Template } from './template.ts';

const MOST_ADDRESSES = 100;
const EMPTY = 'No such event in this period.';

function kindTable(counts: readonly SecurityCount[], kinds: readonly SecurityEvent[]): Table {
  const sums = new Map<AuditEvent, number>();
  for (const { event, count } of counts) sums.set(event, (sums.get(event) ?? 0) + count);
  const rows = kinds.flatMap((kind) =>
    (SECURITY_EVENTS[kind].events as readonly AuditEvent[]).map((event): Cell[] => [
      SECURITY_EVENTS[kind].title,
      actionOf(event),
      sums.get(event) ?? 0,
    ]),
  );
  return {
    type: 'table',
    title: 'By kind',
    shortTitle: 'By kind',
    columns: columnsOf('Kind', 'Event', 'count:Times'),
    named: 2,
    rows,
    empty: EMPTY,
  };
}

function dayTable(counts: readonly SecurityCount[], kinds: readonly SecurityEvent[]): Table {
  const days = new Map<string, Map<SecurityEvent, number>>();
  for (const { event, day, count } of counts) {
    const kind = securityKindOf(event);
    if (!kind) continue;
    const row = days.get(day) ?? new Map<SecurityEvent, number>();
    days.set(day, row.set(kind, (row.get(kind) ?? 0) + count));
  }
  return {
    type: 'table',
    title: 'By day',
    shortTitle: 'By day',
    columns: columnsOf('day:Day', 'count:All', ...kinds.map((kind) => `count:${SECURITY_EVENTS[kind].title}`)),
    named: 1,
    rows: [...days].map(([day, row]): Cell[] => {
      const all = [...row.values()].reduce((sum, count) => sum + count, 0);
      return [day, all, ...kinds.map((kind) => row.get(kind) ?? 0)];
    }),
    empty: EMPTY,
  };
}

function addressTable(rows: readonly AddressCount[]): Table {
  return {
    type: 'table',
    title: `By address (at most ${MOST_ADDRESSES}, most refusals first)`,
    shortTitle: 'By address',
    columns: columnsOf('Address', 'count:Events', 'count:Refused', 'count:Lock-outs', 'count:Accounts', 'moment:Last'),
    named: 1,
    rows: rows.map(({ ip, count, refused, lockOuts, people, last }) => [ip, count, refused, lockOuts, people, last]),
    empty: EMPTY,
  };
}

function eventTable(rows: readonly SecurityRow[], all: number): Table {
  const cut = all > rows.length;
  return {
    type: 'table',
    title: 'Events, newest first',
    shortTitle: 'Events',
    ...(cut && { note: `The newest ${inDigits(rows.length)} of ${inDigits(all)}.` }),
    columns: columnsOf('moment:Time', 'Event', 'By', 'About', 'Address', 'count:Audit position'),
    named: 2,
    rows: rows.map(({ at, event, by, about, ip, position }) => [at, actionOf(event), by, about, ip, position]),
    empty: EMPTY,
  };
}

/** Sign-ins, refusals, lockouts and changes of rights in a period. */
export const securityAudit: Template = async (source) => {
  const { db, subject, zone, formats } = source;
  const period = required(subject.period);
  const { security_events: chosen, ip_ranges: networks = [] } = subject.parameters;
  const kinds = securityKinds(chosen);
  const events = kinds.flatMap((kind) => [...SECURITY_EVENTS[kind].events] as AuditEvent[]);
  const filter: SecurityFilter = { period, zone, events, areas: subject.areas, networks };
  const counts = await countSecurityEvents(db, filter);
  await source.step(0.4);
  const addresses = await countByAddress(db, filter, MOST_ADDRESSES);
  await source.step(0.7);
  const rows = await listSecurityEvents(db, filter, MOST_ROWS);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const of = (kind: SecurityEvent) =>
    counts.reduce((sum, { event, count }) => (securityKindOf(event) === kind ? sum + count : sum), 0);
  const [days, list] = [dayTable(counts, kinds), eventTable(rows, all)];
  return {
    title: 'Security audit',
    basis: 'Entries of the audit log about signing in, accounts, sessions, rights, settings and exports.',
    coverage: null,
    sections: [
      {
        type: 'figures',
        title: 'Figures',
        items: [
          { label: 'Events', value: all, kind: 'count' },
          ...kinds.map((kind) => ({ label: SECURITY_EVENTS[kind].title, value: of(kind), kind: 'count' as const })),
        ],
      },
      dayChart('Events by day', days.rows, formats, EMPTY),
      kindTable(counts, kinds),
      days,
      addressTable(addresses),
      list,
    ],
    main: list,
  };
};
