import { ACTIVITY_TYPES, type ActivityType } from '@ec/contract/reports/schemas';
import { ROLES } from '@ec/contract/permissions/roles';
import { loadNames } from '../../../platform/database/places.ts';
import { actionOf, activityOf, eventsOfActivities } from './activity-rules.ts';
import { type ActivityCount, type ActivityFilter, countActivity, listMostActive } from './audit-queries.ts';
import { type Cell, columnsOf, type Table } from '../documents/document.ts';
import { placeText } from './request-words.ts';
import { required, type Template } from './template.ts';
import { dayChart } from './day-chart.ts';

const MOST_ACTIVE = 50;
const EMPTY = 'Nothing was done in this period.';

function kindTable(counts: readonly ActivityCount[]): Table {
  const rows = counts.flatMap(({ event, count, people }) => {
    const type = event && activityOf(event);
    return event && type ? [{ type, event, count, people }] : [];
  });
  const order = Object.keys(ACTIVITY_TYPES) as ActivityType[];
  return {
    type: 'table',
    title: 'By kind of activity',
    shortTitle: 'By kind',
    columns: columnsOf('Kind', 'Activity', 'count:Times', 'count:People'),
    named: 2,
    rows: rows
      .toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type) || b.count - a.count)
      .map(({ type, event, count, people }): Cell[] => [ACTIVITY_TYPES[type].title, actionOf(event), count, people]),
    empty: EMPTY,
  };
}

function roleTable(counts: readonly ActivityCount[]): Table {
  return {
    type: 'table',
    title: 'By role',
    shortTitle: 'By role',
    note: 'Roles are those that people hold today.',
    columns: columnsOf('Role', 'count:Times', 'count:People'),
    named: 1,
    rows: counts.flatMap(({ role, count, people }): Cell[][] => (role ? [[ROLES[role].title, count, people]] : [])),
    empty: EMPTY,
  };
}

function dayTable(counts: readonly ActivityCount[]): Table {
  const days = counts.flatMap(({ day, count, people }) => (day ? [{ day, count, people }] : []));
  return {
    type: 'table',
    title: 'By day',
    shortTitle: 'By day',
    columns: columnsOf('day:Day', 'count:Times', 'count:People'),
    named: 1,
    rows: days.toSorted((a, b) => (a.day < b.day ? -1 : 1)).map(({ day, count, people }) => [day, count, people]),
    empty: EMPTY,
  };
}

async function peopleTable(db: Parameters<typeof listMostActive>[0], filter: ActivityFilter): Promise<Table> {
  const people = await listMostActive(db, filter, MOST_ACTIVE);
  const names = await loadNames(
    db,
    people.flatMap(({ areaId }) => areaId ?? []),
  );
  return {
    type: 'table',
    title: `Most active people (at most ${MOST_ACTIVE})`,
    shortTitle: 'Most active',
    columns: columnsOf('Name', 'Role', 'Area', 'count:Times', 'count:Days', 'moment:Last'),
    named: 1,
    rows: people.map(({ name, role, areaId, count, days, last }) => [
      name,
      ROLES[role].title,
      areaId === null ? 'Not assigned' : placeText(areaId, names),
      count,
      days,
      last,
    ]),
    empty: EMPTY,
  };
}

/** The users' activity in a period, from the audit log. */
export const userActivity: Template = async (source) => {
  const { db, subject, zone, formats } = source;
  const period = required(subject.period);
  const { user_roles: roles, activity_types: types } = subject.parameters;
  const filter = { period, zone, events: eventsOfActivities(types), areas: subject.areas, roles };
  const counts = await countActivity(db, filter);
  await source.step(0.6);
  const people = await peopleTable(db, filter);
  const all = counts.find(({ event, role, day }) => event === null && role === null && day === null);
  const [kinds, days] = [kindTable(counts), dayTable(counts)];
  return {
    title: 'User activity',
    basis:
      'Entries of the audit log made by people who are assigned in the area today. What consoles do by themselves, such as renewing a session, is left out.',
    coverage: null,
    sections: [
      {
        type: 'figures',
        title: 'Figures',
        items: [
          { label: 'Activities', value: all?.count ?? 0, kind: 'count' },
          { label: 'People', value: all?.people ?? 0, kind: 'count' },
          { label: 'Days with activity', value: days.rows.length, kind: 'count' },
        ],
      },
      dayChart('Activities by day', days.rows, formats, EMPTY),
      kinds,
      roleTable(counts),
      people,
      days,
    ],
    main: kinds,
  };
};
