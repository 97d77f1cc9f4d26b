import { AreaReference } from '@ec/contract/common';
import { type LocationId, NATION } from '@ec/contract/location-id';
import {
  AddLocationRequest,
  DeleteLocationRequest,
  GEOGRAPHY_TYPES,
  GeographicalData,
  GeographyQuery,
  type GeographyType,
  ImportProgress,
  ImportStarted,
  Location,
  LocationList,
  LocationListQuery,
  RenameLocationRequest,
} from '@ec/contract/locations';
import { NATIONAL_ROLES } from '@ec/contract/roles';
import * as z from 'zod/mini';
import { areasOf, requireInside } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Router } from '../../platform/router.ts';
import { add, remove, rename } from './change-service.ts';
import { importProgress, startImport } from './import-service.ts';
import { countGeography, findLocation, listLocations, listWithUsers, resolveReference } from './queries.ts';
import { MAX_REGISTER_BYTES, receiveRegister } from './upload.ts';
import type { Db } from '../../platform/database.ts';

/** The route admits the super admin, but only these two may act on the tree. */
const EDITORS = { roles: ['national_admin', 'global_moderator'], privilege: 'canManageGeographicData' } as const;
const TYPES = Object.keys(GEOGRAPHY_TYPES) as GeographyType[];

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
    async ({ db, actor, query }) => {
      const within = areasOf(actor);
      const parentId = await optionalReference(db, query.parentId);
      const page = { page: query.page, size: query.pageSize ?? query.limit ?? 1000 };
      const list = async (key: GeographyType) => {
        if (query.type !== undefined && query.type !== key) return [];
        return await listWithUsers(db, { within, type: GEOGRAPHY_TYPES[key], parentId, q: query.q }, page);
      };
      const [totals, ...lists] = await Promise.all([countGeography(db, within), ...TYPES.map(list)]);
      const [regions = [], states = [], lgas = [], wards = [], pollingUnits = []] = lists;
      return { totals, regions, states, lgas, wards, pollingUnits };
    },
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

function importRoutes(router: Router): void {
  router.longWrite(
    {
      method: 'POST',
      path: '/geographical-data/import',
      summary: 'Import a polling unit register (CSV, plain or gzipped)',
      access: EDITORS,
      answer: ImportStarted,
      status: 202,
      bodyLimit: MAX_REGISTER_BYTES,
      audit: ['geography.imported'],
      reason: 'reads a large file and reports progress; the import opens one transaction of its own',
    },
    async ({ request, platform, origin, actor }) => {
      // A register may hold any place of the nation.
      requireInside(actor, NATION);
      const file = await receiveRegister(request, platform.config.dataDir);
      try {
        const { database, clock, events } = platform;
        const job = { database, clock, path: file.path, fileName: file.name, origin };
        const { id, finished } = await startImport(job);
        finished
          .then(() => events.wake())
          .catch((error: unknown) => {
            if (!(error instanceof AppError)) request.log.error({ err: error, importId: id }, 'register import failed');
          })
          .finally(() => void file.remove());
        return { id };
      } catch (error) {
        await file.remove();
        throw error;
      }
    },
  );

  router.read(
    {
      method: 'GET',
      path: '/geographical-data/import/:id',
      summary: 'How a register import stands',
      access: { roles: NATIONAL_ROLES },
      params: z.object({ id: z.uuid() }),
      answer: ImportProgress,
    },
    async ({ db, params }) => {
      const progress = await importProgress(db, params.id);
      if (!progress) throw new AppError('NOT_FOUND');
      return progress;
    },
  );
}

export function geographyRoutes(router: Router): void {
  locationRoutes(router);
  geographyDataRoutes(router);
  importRoutes(router);
}
