import { decideAccess } from '@ec/contract/permissions/decide-access';
import { ACTIVITIES } from '@ec/contract/dashboards/activities';
import type { Dashboard, DashboardCollation, DashboardQuery, WardData } from '@ec/contract/dashboards/schemas';
import { codeOf, type LocationId, locationType, NATION } from '@ec/contract/geography/location-id';
import { ADMIN_ROLES, isOneOf } from '@ec/contract/permissions/roles';
import { type Actor, boundedArea } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { loadNames } from '../../platform/database/places.ts';
import { areaFromReference } from '../../platform/http/requests.ts';
import { decidableOf } from '../approvals/answers.ts';
import { readerOf, waitingGrounds } from '../approvals/queries.ts';
import { standingOf } from '../approvals/rules.ts';
import { countAssignedTo } from '../disputes/queries.ts';
import type { Waiting } from '../results/waiting-queries.ts';
import { recentActivity } from './activity-service.ts';
import { lastHourOf } from './last-hour-service.ts';
import { officerUnit } from './officer-service.ts';
import {
  lgaPerformance,
  nationalOverview,
  performanceOf,
  regionalPerformance,
  statePerformance,
} from './performance-service.ts';
import { shared, type Sources } from './sources.ts';
import { wardData } from './ward-service.ts';
import type { CollationCounts } from '@ec/contract/collations/counts';
import { isAgentOf } from '../collations/queries.ts';
import { areaTypeOf, entryRefusal } from '../collations/rules.ts';

/** How far the collation of the official count is in the area; null below an LGA, and for those who do not read disputes. */
async function collationOf(
  { db, organisation }: ReadContext,
  sources: Sources,
  actor: Actor,
  area: LocationId,
  counted: Pick<WardData, 'election' | 'source'> | null,
): Promise<DashboardCollation | null> {
  const type = locationType(area);
  const subject = { ...actor, electionMode: organisation.electionMode };
  if (!counted?.election || counted.source !== 'official' || type === 'ward') return null;
  if (!decideAccess(subject, { roles: ADMIN_ROLES, module: 'disputes' }).allowed) return null;
  const { election } = counted;
  const [{ counts }, isAgent] = await Promise.all([
    shared<{ counts: CollationCounts | null }>(sources, JSON.stringify(['collation', election.id, area]), async () => ({
      counts: await sources.collation(db, election.id, [area]),
    })),
    isAgentOf(db, actor.userId, election.id, area),
  ]);
  const enters = counts?.levels.some(
    ({ level }) =>
      areaTypeOf(election.type, level) === type &&
      entryRefusal(actor, { level, areaId: area, constituencyId: null }, isAgent) === null,
  );
  return counts && { ...counts, can: { enter: enters === true } };
}

type Assigned = Exclude<Dashboard, { kind: 'unassigned' }>;
type Figures = Assigned extends infer Each
  ? Each extends Assigned
    ? Omit<Each, 'activity' | 'desk' | 'lastHour' | 'collation' | 'areas'>
    : never
  : never;

/** The figures of the area, in the form for its type. */
async function figuresOf(
  context: ReadContext,
  sources: Sources,
  actor: Actor,
  area: LocationId,
  query: DashboardQuery,
): Promise<Figures> {
  const of = <T>(work: Parameters<typeof performanceOf<T>>[4]) =>
    performanceOf(context, sources, actor, { area, query }, work);
  const kind = locationType(area);
  switch (kind) {
    case 'national':
      return { kind, national: await of(nationalOverview) };
    case 'region':
      return { kind, region: await of(regionalPerformance) };
    case 'state':
      return { kind, state: await of(statePerformance) };
    case 'lga':
      return { kind, lga: await of(lgaPerformance) };
    case 'ward':
      return { kind, ward: await of(wardData) };
    case 'polling_unit':
      return { kind, unit: await officerUnit(context, sources, actor, area) };
  }
}

/** The election and the count that the figures are of; null for an officer's unit. */
function countedOf(figures: Figures): Pick<WardData, 'election' | 'source'> | null {
  switch (figures.kind) {
    case 'national':
      return figures.national;
    case 'region':
      return figures.region;
    case 'state':
      return figures.state;
    case 'lga':
      return figures.lga;
    case 'ward':
      return figures.ward;
    case 'polling_unit':
      return null;
  }
}

/** The pending results of the area on which the user may decide now, and how many others wait. */
async function waitingResults(
  context: ReadContext,
  sources: Sources,
  actor: Actor,
  area: LocationId,
  figures: Figures,
): Promise<Waiting> {
  const { election = null, source = 'official' } = countedOf(figures) ?? {};
  if (!election) return { waiting: 0, decidable: 0, unexplained: 0 };
  return await sources.waiting.of(context.db, actor, { electionId: election.id, source, area });
}

/** Requests that the user can decide on with their current rights. */
async function requestsToDecide(context: ReadContext, sources: Sources, actor: Actor) {
  const { userId, role, levels, areas, privileges } = actor;
  const question = JSON.stringify([userId, role, levels.approvals, areas, privileges]);
  return await sources.requests.get(question, async () => {
    const waiting = await waitingGrounds(context.db, readerOf(actor));
    const own = waiting.filter((row) => standingOf(actor, decidableOf(row)) === 'decide');
    const pressing = own.filter(({ priority }) => priority === 'HIGH' || priority === 'URGENT');
    return { all: own.length, pressing: pressing.length };
  });
}

/** The user's pending work, limited to what they can act on. */
async function deskOf(
  context: ReadContext,
  sources: Sources,
  actor: Actor,
  area: LocationId,
  figures: Figures,
): Promise<Assigned['desk']> {
  const subject = { ...actor, electionMode: context.organisation.electionMode };
  const may = (module: 'approvals' | 'disputes') => decideAccess(subject, { roles: ADMIN_ROLES, module }).allowed;
  const [requests, disputes, results] = await Promise.all([
    may('approvals') ? requestsToDecide(context, sources, actor) : null,
    may('disputes') ? countAssignedTo(context.db, actor.userId, actor.areas) : null,
    may('disputes') ? waitingResults(context, sources, actor, area, figures) : null,
  ]);
  return {
    approvals: requests?.all ?? null,
    highPriorityApprovals: requests?.pressing ?? null,
    results: results?.decidable ?? null,
    resultsUnexplained: results?.unexplained ?? null,
    resultsBelow: results && results.waiting - results.decidable - results.unexplained,
    disputes,
  };
}

/** The user's own areas by name, if there are several. */
async function ownAreas(context: ReadContext, actor: Actor): Promise<Assigned['areas']> {
  if (actor.areas.length < 2) return [];
  const names = await loadNames(context.db, actor.areas);
  return actor.areas.map((id) => ({ id, type: locationType(id), name: names.get(id) ?? '', code: codeOf(id) }));
}

/** The requested area. Only administrators can request areas below their own, because only they can open those pages. */
function areaOfQuery(actor: Actor, query: DashboardQuery): LocationId {
  const area = boundedArea(actor, areaFromReference(query.area));
  if (actor.areas.includes(area) || isOneOf(ADMIN_ROLES, actor.role)) return area;
  throw new AppError('ROLE_DENIED', { required: [...ADMIN_ROLES] });
}

/** The user's dashboard: the figures of their area, their pending work, and recent events. */
export async function dashboard(
  context: ReadContext,
  sources: Sources,
  actor: Actor,
  query: DashboardQuery,
): Promise<Dashboard> {
  if (actor.area === null) return { kind: 'unassigned' };
  const area = areaOfQuery(actor, query);
  const figures = await figuresOf(context, sources, actor, area, query);
  const [desk, lastHour, collation, activity, areas] = await Promise.all([
    deskOf(context, sources, actor, area, figures),
    lastHourOf(context, sources, actor, area, countedOf(figures)),
    collationOf(context, sources, actor, area, countedOf(figures)),
    recentActivity(context, sources, actor, [area], area === NATION ? ACTIVITIES.national : ACTIVITIES.others),
    ownAreas(context, actor),
  ]);
  return { ...figures, desk, lastHour, collation, activity, areas };
}
