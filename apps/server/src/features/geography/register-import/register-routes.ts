import { NATION } from '@ec/contract/geography/location-id';
import { MAX_REGISTER_BYTES } from '@ec/contract/geography/register-import';
import { NATIONAL_ROLES } from '@ec/contract/permissions/roles';
import { REGISTER_IMPORTERS as IMPORTERS } from '@ec/contract/permissions/pages';
import { type Actor, requireInside } from '../../../platform/http/actor.ts';
import type { ReadContext } from '../../../platform/http/context.ts';
import type { ReceivedFile } from '../../../platform/files/received-files.ts';
import { FILE_REFUSED, requireVirusFree } from '../../../platform/files/virus-scan.ts';
import { COSTLY } from '../../../platform/http/limits/rate-limits.ts';
import type { Router, Transact } from '../../../platform/http/router.ts';
import type { Acting } from '../../../platform/jobs/import-work.ts';
import {
  checkRegister,
  createPlaceholders,
  discardChecked,
  importRegister,
  oneImport,
  previewOf,
  recentImports,
  requireImporter,
  storeChecked,
} from './decide-service.ts';
import { placesOf, receiveRegister, removeRegister } from './upload.ts';

const READERS = { roles: NATIONAL_ROLES } as const;

function actingOf({ platform, origin, request, actor }: ReadContext & { actor: Actor }): Acting {
  const onError = (error: unknown) => request.log.error({ err: error }, 'register import failed');
  return { platform, origin, actor, onError };
}

/** Takes the file of the request and does something with it; where that is refused at once, the file is not kept. */
async function withFile<T>(
  context: ReadContext & { actor: Actor; present: () => Promise<Actor>; transact: Transact },
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  // A register may hold any place of the nation.
  requireInside(context.actor, NATION);
  await requireImporter(context.db, context.actor);
  const { platform, transact } = context;
  const places = placesOf(platform);
  const file = await receiveRegister(context.request, places);
  try {
    const actor = await context.present();
    requireInside(actor, NATION);
    await requireVirusFree(platform, actor, { what: 'register', content: { path: file.path } }, transact);
    return await use(file);
  } catch (error) {
    await removeRegister(places, file.id);
    throw error;
  }
}

function uploadRoutes(router: Router): void {
  router.longWrite(
    'POST /geographical-data/import',
    {
      perMinute: COSTLY.import,
      access: IMPORTERS,
      bodyLimit: MAX_REGISTER_BYTES,
      audit: ['geography.imported', FILE_REFUSED],
      reason: 'reads a large file and reports progress; the import opens one transaction of its own',
    },
    async (context) => await withFile(context, (file) => importRegister(actingOf(context), file)),
  );
  router.longWrite(
    'POST /geographical-data/import/preview',
    {
      perMinute: COSTLY.import,
      access: IMPORTERS,
      bodyLimit: MAX_REGISTER_BYTES,
      audit: ['geography.import_checked', 'geography.import_discarded', FILE_REFUSED],
      reason: 'reads a large file and reports progress; what it finds out is noted at its end',
    },
    async (context) => await withFile(context, (file) => checkRegister(actingOf(context), file)),
  );
}

export function registerRoutes(router: Router): void {
  uploadRoutes(router);
  router.longWrite(
    'POST /geographical-data/placeholders',
    {
      perMinute: COSTLY.import,
      access: IMPORTERS,
      audit: ['geography.placeholders_created'],
      reason: 'reports progress; the work opens one transaction of its own',
    },
    async (context) => await createPlaceholders(actingOf(context)),
  );
  router.longWrite(
    'POST /geographical-data/import/:id/store',
    {
      access: IMPORTERS,
      audit: ['geography.imported', 'geography.import_checked', 'geography.import_discarded'],
      reason: 'reads a large file and reports progress; the import opens one transaction of its own',
    },
    async (context) => await storeChecked(actingOf(context), context.params.id),
  );
  router.write(
    'DELETE /geographical-data/import/:id',
    { access: IMPORTERS, audit: ['geography.import_discarded'] },
    async (write) => await discardChecked(write, write.actor, write.params.id),
  );
  router.read('GET /geographical-data/imports', { access: READERS }, async ({ db, actor, now }) => ({
    imports: await recentImports(db, actor, now),
  }));
  router.read(
    'GET /geographical-data/import/:id',
    { access: READERS },
    async ({ db, actor, now, params }) => await oneImport(db, actor, params.id, now),
  );
  router.read(
    'GET /geographical-data/import/:id/preview',
    { access: READERS },
    async ({ db, actor, params }) => await previewOf(db, actor, params.id),
  );
}
