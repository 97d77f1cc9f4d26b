import { inDigits } from '@ec/contract/base/wording';
import {
  APPROVAL_STATUSES,
  APPROVAL_TYPES,
  type ApprovalStatus,
  type ApprovalType,
} from '@ec/contract/approvals/schemas';
import { ROLES } from '@ec/contract/permissions/roles';
import { percent } from '@ec/contract/results/sheet';
import { loadNames } from '../../../platform/database/places.ts';
import {
  type ApprovalFilter,
  countRequestsByType,
  type DeciderRow,
  listDeciders,
  listRequestLines,
  readDecisionTimes,
  type RequestCount,
} from './approval-queries.ts';
import { type Cell, type Chart, columnsOf, MOST_ROWS, type Table } from '../documents/document.ts';
import { placeText } from './request-words.ts';
import { type ReportSource, required, type Template } from './template.ts';
import { visibleRequesters } from '../../users/rules.ts';

const EMPTY = 'No request was made in this period.';
const STATUSES = Object.keys(APPROVAL_STATUSES) as ApprovalStatus[];
const COLOURS: Record<ApprovalStatus, string> = {
  PENDING: '#b7791f',
  APPROVED: '#0b6b3a',
  REJECTED: '#b42318',
  CANCELLED: '#6b7280',
};

const hours = (value: number | null): Cell => (value === null ? null : Math.round(value * 10) / 10);
const sumOf = (counts: readonly RequestCount[], keep: (row: RequestCount) => boolean) =>
  counts.reduce((sum, row) => (keep(row) ? sum + row.count : sum), 0);

function typeTable(counts: readonly RequestCount[]): Table {
  const types = Object.keys(APPROVAL_TYPES) as ApprovalType[];
  const row = (keep: (row: RequestCount) => boolean): Cell[] => [
    ...STATUSES.map((status) => sumOf(counts, (each) => keep(each) && each.status === status)),
    sumOf(counts, keep),
  ];
  return {
    type: 'table',
    title: 'By type and status',
    shortTitle: 'By type',
    columns: columnsOf('Type', ...STATUSES.map((status) => `count:${APPROVAL_STATUSES[status]}`), 'count:All'),
    named: 1,
    rows: types.map((type) => [APPROVAL_TYPES[type], ...row((each) => each.type === type)]),
    total: ['All', ...row(() => true)],
    empty: EMPTY,
  };
}

function deciderTable(deciders: readonly DeciderRow[]): Table {
  return {
    type: 'table',
    title: 'By who decided',
    shortTitle: 'By decider',
    note: 'Hours from the request to the decision. Roles are those that people hold today.',
    columns: columnsOf(
      'Name',
      'Role',
      'count:Approved',
      'count:Rejected',
      'hours:Median hours',
      'hours:Longest, hours',
    ),
    named: 1,
    rows: deciders.map(({ name, role, approved, rejected, median, longest }) => [
      name,
      ROLES[role].title,
      approved,
      rejected,
      hours(median),
      hours(longest),
    ]),
    empty: 'Nothing was decided.',
  };
}

function statusChart(counts: readonly RequestCount[]): Chart {
  const all = sumOf(counts, () => true);
  return {
    type: 'chart',
    title: 'Requests by status',
    bars:
      all === 0
        ? []
        : STATUSES.map((status) => {
            const value = sumOf(counts, (row) => row.status === status);
            const text = `${inDigits(value)} (${percent(value, all).toFixed(1)}%)`;
            return { label: APPROVAL_STATUSES[status], value, text, colour: COLOURS[status] };
          }),
    empty: EMPTY,
  };
}

async function requestTable({ db }: ReportSource, filter: ApprovalFilter, all: number): Promise<Table> {
  const lines = await listRequestLines(db, filter, MOST_ROWS);
  const names = await loadNames(
    db,
    lines.flatMap(({ areaId }) => areaId ?? []),
  );
  const cut = all > lines.length;
  return {
    type: 'table',
    title: 'Requests, newest first',
    shortTitle: 'Requests',
    ...(cut && { note: `The newest ${inDigits(lines.length)} of ${inDigits(all)}.` }),
    columns: columnsOf(
      'moment:Asked',
      'Type',
      'About',
      'Area',
      'Asked by',
      'Status',
      'Decided by',
      'moment:Decided',
      'hours:Hours',
      'Comment',
    ),
    named: 1,
    rows: lines.map((line) => [
      line.createdAt,
      APPROVAL_TYPES[line.type],
      line.target,
      line.areaId === null ? null : placeText(line.areaId, names),
      `${line.requester}, ${ROLES[line.requesterRole].title}`,
      APPROVAL_STATUSES[line.status],
      line.decider === null ? null : `${line.decider}${line.deciderRole ? `, ${ROLES[line.deciderRole].title}` : ''}`,
      line.decidedAt,
      hours(line.hours),
      line.comment,
    ]),
    empty: EMPTY,
  };
}

/** Requests of a period: decisions, deciders and durations. */
export const approvalAudit: Template = async (source) => {
  const { db, subject, requester } = source;
  const { approval_status: status, approver_role: deciderRole } = subject.parameters;
  const filter: ApprovalFilter = {
    period: required(subject.period),
    areas: subject.areas,
    reader: { userId: requester.userId, requesters: visibleRequesters(requester.role) },
    status,
    deciderRole,
  };
  const counts = await countRequestsByType(db, filter);
  const times = await readDecisionTimes(db, filter);
  const deciders = await listDeciders(db, filter);
  await source.step(0.5);
  const all = sumOf(counts, () => true);
  const list = await requestTable(source, filter, all);
  return {
    title: 'Approval audit',
    basis:
      'Requests that were made in the period about people who are, or were to be, assigned in the area, as they stand now. Times run from the request to the decision; withdrawn requests are not decided.',
    coverage: null,
    sections: [
      {
        type: 'figures',
        title: 'Figures',
        items: [
          { label: 'Requests', value: all, kind: 'count' },
          ...STATUSES.map((each) => ({
            label: APPROVAL_STATUSES[each],
            value: sumOf(counts, (row) => row.status === each),
            kind: 'count' as const,
          })),
          { label: 'Median hours to a decision', value: hours(times.median), kind: 'hours' },
          { label: 'Longest, hours', value: hours(times.longest), kind: 'hours' },
          { label: 'Oldest pending request', value: times.oldestPending, kind: 'moment' },
        ],
      },
      statusChart(counts),
      typeTable(counts),
      deciderTable(deciders),
      list,
    ],
    main: list,
  };
};
