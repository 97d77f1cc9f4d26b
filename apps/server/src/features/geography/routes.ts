import type { LocationId } from '@ec/contract/geography/location-id';
import { NATIONAL_ROLES } from '@ec/contract/permissions/roles';
import { GEOGRAPHY_EDITORS as EDITORS } from '@ec/contract/permissions/pages';
import { areasOf, requireInside } from '../../platform/http/actor.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Db } from '../../platform/database/database.ts';
import { seesPeople } from '../../platform/identity/phones.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { add, remove, rename } from './change-service.ts';
import { geographicalData, pollingUnitStats } from './data-service.ts';
import { registerRoutes } from './register-import/register-routes.ts';
import { findLocation, listLocations, resolveReference } from './queries.ts';

async function optionalReference(db: Db, reference: string | undefined): Promise<LocationId | undefined> {
  if (reference === undefined) return undefined;
  const id = await resolveReference(db, reference);
  if (id === undefined) throw new AppError('UNKNOWN_LOCATION', { reference });
  return id;
}

function locationRoutes(router: Router): void {
  router.read(
    'GET /locations',
    { perMinute: COSTLY.search, access: { roles: 'any' } },
    async ({ db, actor, query }) => {
      const parentId = await optionalReference(db, query.parentId);
      if (query.officeOf !== undefined && !seesPeople(actor)) {
        throw new AppError('NOT_PERMITTED', { action: 'see which offices are taken' });
      }
      return await listLocations(db, { within: areasOf(actor), type: query.type, parentId, q: query.q }, query);
    },
  );

  router.read('GET /locations/:id', { access: { roles: 'any' } }, async ({ db, actor, params }) => {
    const id = await resolveReference(db, params.id);
    if (id === undefined) throw new AppError('NOT_FOUND');
    requireInside(actor, id);
    const location = await findLocation(db, id);
    if (!location) throw new AppError('NOT_FOUND');
    return location;
  });
}

function geographyDataRoutes(router: Router): void {
  router.read(
    'GET /geographical-data',
    { access: { roles: NATIONAL_ROLES } },
    async ({ db, actor, query }) => await geographicalData(db, actor, query),
  );

  router.write(
    'PUT /geographical-data/update',
    { access: EDITORS, audit: ['geography.renamed'] },
    async (write) => await rename(write, write.actor, write.body),
  );

  router.write(
    'POST /geographical-data/add',
    { access: EDITORS, audit: ['geography.added'] },
    async (write) => await add(write, write.actor, write.body),
  );

  router.write(
    'DELETE /geographical-data/delete',
    { access: EDITORS, audit: ['geography.deleted'] },
    async (write) => await remove(write, write.actor, write.body),
  );
}

function unitRoutes(router: Router): void {
  router.read(
    'GET /polling-units/stats',
    { access: { roles: 'any', module: 'dashboard' } },
    async ({ db, actor }) => await pollingUnitStats(db, actor),
  );
}

export function geographyRoutes(router: Router): void {
  locationRoutes(router);
  geographyDataRoutes(router);
  unitRoutes(router);
  registerRoutes(router);
}
