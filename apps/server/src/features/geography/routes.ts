import { AreaReference } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import {
  AddLocationRequest,
  DeleteLocationRequest,
  GeographicalData,
  GeographyQuery,
  Location,
  LocationList,
  LocationListQuery,
  PollingUnitStats,
  RenameLocationRequest,
} from '@ec/contract/geography/schemas';
import { NATIONAL_ROLES } from '@ec/contract/permissions/roles';
import { GEOGRAPHY_EDITORS as EDITORS } from '@ec/contract/permissions/pages';
import * as z from 'zod/mini';
import { areasOf, requireInside } from '../../platform/http/actor.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Db } from '../../platform/database/database.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { add, remove, rename } from './change-service.ts';
import { geographicalData } from './data-service.ts';
import { registerRoutes } from './register-import/register-routes.ts';
import { findLocation, listLocations, resolveReference } from './queries.ts';
import { pollingUnitStats } from './unit-service.ts';

async function optionalReference(db: Db, reference: string | undefined): Promise<LocationId | undefined> {
  if (reference === undefined) return undefined;
  const id = await resolveReference(db, reference);
  if (id === undefined) throw new AppError('UNKNOWN_LOCATION', { reference });
  return id;
}

function locationRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/locations',
      summary: 'Locations inside the own area',
      perMinute: COSTLY.search,
      access: { roles: 'any' },
      query: LocationListQuery,
      answer: LocationList,
    },
    async ({ db, actor, query }) => {
      const parentId = await optionalReference(db, query.parentId);
      return await listLocations(db, { within: areasOf(actor), type: query.type, parentId, q: query.q }, query);
    },
  );

  router.read(
    {
      method: 'GET',
      path: '/locations/:id',
      summary: 'A location by its id or INEC code, with its chain',
      access: { roles: 'any' },
      params: z.object({ id: AreaReference }),
      answer: Location,
    },
    async ({ db, actor, params }) => {
      const id = await resolveReference(db, params.id);
      if (id === undefined) throw new AppError('NOT_FOUND');
      requireInside(actor, id);
      const location = await findLocation(db, id);
      if (!location) throw new AppError('NOT_FOUND');
      return location;
    },
  );
}

function geographyDataRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/geographical-data',
      summary: 'Totals and lists of regions, states, LGAs, wards and polling units with their users',
      access: { roles: NATIONAL_ROLES },
      query: GeographyQuery,
      answer: GeographicalData,
    },
    async ({ db, actor, query }) => await geographicalData(db, actor, query),
  );

  router.write(
    {
      method: 'PUT',
      path: '/geographical-data/update',
      summary: 'Rename a location',
      access: EDITORS,
      body: RenameLocationRequest,
      answer: Location,
      audit: ['geography.renamed'],
    },
    async (write) => await rename(write, write.actor, write.body),
  );

  router.write(
    {
      method: 'POST',
      path: '/geographical-data/add',
      summary: 'Add a location below its parent',
      access: EDITORS,
      body: AddLocationRequest,
      answer: Location,
      status: 201,
      audit: ['geography.added'],
    },
    async (write) => await add(write, write.actor, write.body),
  );

  router.write(
    {
      method: 'DELETE',
      path: '/geographical-data/delete',
      summary: 'Delete a location that nothing refers to',
      access: EDITORS,
      body: DeleteLocationRequest,
      answer: Location,
      audit: ['geography.deleted'],
    },
    async (write) => await remove(write, write.actor, write.body),
  );
}

function unitRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/polling-units/stats',
      summary: 'Polling units inside the own area by how their office is held, in all and by state and region',
      access: { roles: 'any', module: 'dashboard' },
      answer: PollingUnitStats,
    },
    async ({ db, actor }) => await pollingUnitStats(db, actor),
  );
}

export function geographyRoutes(router: Router): void {
  locationRoutes(router);
  geographyDataRoutes(router);
  unitRoutes(router);
  registerRoutes(router);
}
