import {
  ActivityLog,
  ActivityQuery,
  Dashboard,
  DashboardQuery,
  LgaPerformance,
  PerformanceQuery,
  RegionalPerformance,
  StatePerformance,
  UnitPage,
  WardData,
} from '@ec/contract/dashboards/schemas';
import type { LocationType } from '@ec/contract/geography/location-id';
import { ADMIN_ROLES, OFFICER_ROLES } from '@ec/contract/permissions/roles';
import * as z from 'zod/mini';
import { areasOf } from '../../platform/http/actor.ts';
import type { Router } from '../../platform/http/router.ts';
import { recentActivity } from './activity-service.ts';
import { ACTIVITY_READERS } from './rules.ts';
import type { Reading } from './contacts.ts';
import { dashboard } from './dashboard-service.ts';
import { lgaPerformance, performanceOf, regionalPerformance, statePerformance } from './performance-service.ts';
import type { Picture } from './picture.ts';
import { requirePlace } from './places.ts';
import type { Sources } from './sources.ts';
import { unitPage } from './unit-service.ts';
import { wardData } from './ward-service.ts';

const READERS = { roles: 'any', module: 'dashboard' } as const;
/** Those who may go down from their own dashboard into its areas. */
const SUPERVISORS = { roles: ADMIN_ROLES, module: 'dashboard' } as const;
const reference = z.string().check(z.trim(), z.minLength(1), z.maxLength(120));

/** The call of one drill-down page: a place of a kind, by code, id or name, and what stands below it. */
function drillDown(
  router: Router,
  sources: Sources,
  page: { type: LocationType; path: string; summary: string; answer: z.ZodMiniType },
  work: (reading: Reading, picture: Picture) => Promise<unknown>,
): void {
  const { type, path, summary, answer } = page;
  const name = path.slice(path.indexOf(':') + 1);
  router.read(
    {
      method: 'GET',
      path,
      summary,
      access: SUPERVISORS,
      params: z.object({ [name]: reference }),
      query: PerformanceQuery,
      answer,
    },
    async (context) => {
      const { db, actor, params, query } = context;
      const area = await requirePlace(db, actor, type, params[name] ?? '');
      return await performanceOf(context, sources, actor, { area, query }, work);
    },
  );
}

function drillDownRoutes(router: Router, sources: Sources): void {
  drillDown(
    router,
    sources,
    {
      type: 'region',
      path: '/geographical-data/regional-performance/:region',
      summary: 'A zone with its states',
      answer: RegionalPerformance,
    },
    regionalPerformance,
  );
  drillDown(
    router,
    sources,
    {
      type: 'state',
      path: '/geographical-data/state-performance/:state',
      summary: 'A state with its LGAs',
      answer: StatePerformance,
    },
    statePerformance,
  );
  drillDown(
    router,
    sources,
    {
      type: 'lga',
      path: '/geographical-data/lga-performance/:lga',
      summary: 'An LGA with its wards',
      answer: LgaPerformance,
    },
    lgaPerformance,
  );
  drillDown(
    router,
    sources,
    {
      type: 'ward',
      path: '/geographical-data/ward-data/:ward',
      summary: 'A ward with its polling units',
      answer: WardData,
    },
    wardData,
  );
}

export function dashboardRoutes(router: Router, sources: Sources): void {
  router.read(
    {
      method: 'GET',
      path: '/dashboard',
      summary: "What the role's dashboard shows",
      access: READERS,
      query: DashboardQuery,
      answer: Dashboard,
    },
    async (context) => await dashboard(context, sources, context.actor, context.query),
  );

  router.read(
    {
      method: 'GET',
      path: '/activity-logs/recent',
      summary: 'What happened lately in the own area, newest first',
      access: ACTIVITY_READERS,
      query: ActivityQuery,
      answer: ActivityLog,
    },
    async (context) => {
      const { actor, query } = context;
      return { logs: await recentActivity(context, sources, actor, areasOf(actor), query.limit) };
    },
  );

  drillDownRoutes(router, sources);

  router.read(
    {
      method: 'GET',
      path: '/polling-units/:id',
      summary: 'A polling unit: register, officers, every version of its results, disputes',
      access: { roles: [...ADMIN_ROLES, ...OFFICER_ROLES], module: 'dashboard' },
      params: z.object({ id: reference }),
      answer: UnitPage,
    },
    async (context) => {
      const { db, actor, params } = context;
      return await unitPage(context, sources, actor, await requirePlace(db, actor, 'polling_unit', params.id));
    },
  );
}
