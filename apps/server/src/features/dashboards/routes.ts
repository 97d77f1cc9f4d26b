import type { LocationType } from '@ec/contract/geography/location-id';
import { ADMIN_ROLES, OFFICER_ROLES } from '@ec/contract/permissions/roles';
import { areasOf } from '../../platform/http/actor.ts';
import type { Answer, Router } from '../../platform/http/router.ts';
import { recentActivity } from './activity-service.ts';
import { ACTIVITY_READERS } from './rules.ts';
import type { Reading } from './contacts.ts';
import { dashboard } from './dashboard-service.ts';
import {
  lgaPerformance,
  performanceOf,
  regionalPerformance,
  requirePlace,
  statePerformance,
} from './performance-service.ts';
import type { AreaSnapshot } from './area-snapshot.ts';
import type { Sources } from './sources.ts';
import { unitPage } from './unit-service.ts';
import { wardData } from './ward-service.ts';

const READERS = { roles: 'any', module: 'dashboard' } as const;
/** Those who may go down from their own dashboard into its areas. */
const SUPERVISORS = { roles: ADMIN_ROLES, module: 'dashboard' } as const;

type DrillDown =
  | 'GET /geographical-data/regional-performance/:region'
  | 'GET /geographical-data/state-performance/:state'
  | 'GET /geographical-data/lga-performance/:lga'
  | 'GET /geographical-data/ward-data/:ward';

function drillDownRoutes(router: Router, sources: Sources): void {
  function drillDown<C extends DrillDown>(
    call: C,
    type: LocationType,
    work: (reading: Reading, areaSnapshot: AreaSnapshot) => Promise<Answer<C>>,
  ): void {
    router.read(call, { access: SUPERVISORS }, async (context) => {
      const { db, actor, params, query } = context;
      const [reference = ''] = Object.values(params);
      const area = await requirePlace(db, actor, type, reference);
      return await performanceOf(context, sources, actor, { area, query }, work);
    });
  }
  drillDown('GET /geographical-data/regional-performance/:region', 'region', regionalPerformance);
  drillDown('GET /geographical-data/state-performance/:state', 'state', statePerformance);
  drillDown('GET /geographical-data/lga-performance/:lga', 'lga', lgaPerformance);
  drillDown('GET /geographical-data/ward-data/:ward', 'ward', wardData);
}

export function dashboardRoutes(router: Router, sources: Sources): void {
  router.read(
    'GET /dashboard',
    { access: READERS },
    async (context) => await dashboard(context, sources, context.actor, context.query),
  );

  router.read('GET /activity-logs/recent', { access: ACTIVITY_READERS }, async (context) => {
    const { actor, query } = context;
    return { logs: await recentActivity(context, sources, actor, areasOf(actor), query.limit) };
  });

  drillDownRoutes(router, sources);

  router.read(
    'GET /polling-units/:id',
    { access: { roles: [...ADMIN_ROLES, ...OFFICER_ROLES], module: 'dashboard' } },
    async (context) => {
      const { db, actor, params } = context;
      return await unitPage(context, sources, actor, await requirePlace(db, actor, 'polling_unit', params.id));
    },
  );
}
