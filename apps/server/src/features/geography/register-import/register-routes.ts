import { NATION } from '@ec/contract/geography/location-id';
import {
  ImportStarted,
  MAX_REGISTER_BYTES,
  RegisterImport,
  RegisterImportList,
  RegisterPreview,
} from '@ec/contract/geography/register-import';
import { NATIONAL_ROLES } from '@ec/contract/permissions/roles';
import { GEOGRAPHY_EDITORS as EDITORS } from '@ec/contract/permissions/pages';
import * as z from 'zod/mini';
import { type Actor, requireInside } from '../../../platform/http/actor.ts';
import type { ReadContext } from '../../../platform/http/context.ts';
import { FILE_REFUSED, requireVirusFree } from '../../../platform/files/virus-scan.ts';
import { COSTLY } from '../../../platform/http/limits/rate-limits.ts';
import type { Router, Transact } from '../../../platform/http/router.ts';
import {
  type Acting,
  checkRegister,
  discardChecked,
  importRegister,
  oneImport,
  previewOf,
  recentImports,
  storeChecked,
} from './decide-service.ts';
import { placesOf, type ReceivedFile, receiveRegister, RegisterForm, removeRegister } from './upload.ts';

const READERS = { roles: NATIONAL_ROLES } as const;
const WithId = z.object({ id: z.uuid() });

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
    {
      method: 'POST',
      path: '/geographical-data/import',
      summary: 'Import a polling unit register (CSV, plain or gzipped) as it is',
      perMinute: COSTLY.import,
      access: EDITORS,
      answer: ImportStarted,
      status: 202,
      form: RegisterForm,
      bodyLimit: MAX_REGISTER_BYTES,
      audit: ['geography.imported', FILE_REFUSED],
      reason: 'reads a large file and reports progress; the import opens one transaction of its own',
    },
    async (context) => await withFile(context, (file) => importRegister(actingOf(context), file)),
  );
  router.longWrite(
    {
      method: 'POST',
      path: '/geographical-data/import/preview',
      summary: 'Find out what an import of a register would change; nothing of it is stored yet',
      perMinute: COSTLY.import,
      access: EDITORS,
      answer: ImportStarted,
      status: 202,
      form: RegisterForm,
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
    {
      method: 'POST',
      path: '/geographical-data/import/:id/store',
      summary: 'Import the file of a preview; where the tree changed since, it is checked anew instead (IMPORT_STALE)',
      access: EDITORS,
      params: WithId,
      answer: ImportStarted,
      status: 202,
      audit: ['geography.imported', 'geography.import_checked', 'geography.import_discarded'],
      reason: 'reads a large file and reports progress; the import opens one transaction of its own',
    },
    async (context) => await storeChecked(actingOf(context), context.params.id),
  );
  router.write(
    {
      method: 'DELETE',
      path: '/geographical-data/import/:id',
      summary: 'Give up a file that was checked and not imported',
      access: EDITORS,
      params: WithId,
      answer: RegisterImport,
      audit: ['geography.import_discarded'],
    },
    async (write) => await discardChecked(write, write.actor, write.params.id),
  );
  router.read(
    {
      method: 'GET',
      path: '/geographical-data/imports',
      summary: 'The latest register imports, newest first',
      access: READERS,
      answer: RegisterImportList,
    },
    async ({ db, actor, now }) => ({ imports: await recentImports(db, actor, now) }),
  );
  router.read(
    {
      method: 'GET',
      path: '/geographical-data/import/:id',
      summary: 'How a register import stands',
      access: READERS,
      params: WithId,
      answer: RegisterImport,
    },
    async ({ db, actor, now, params }) => await oneImport(db, actor, params.id, now),
  );
  router.read(
    {
      method: 'GET',
      path: '/geographical-data/import/:id/preview',
      summary: 'What the import of a file would change',
      access: READERS,
      params: WithId,
      answer: RegisterPreview,
    },
    async ({ db, actor, params }) => await previewOf(db, actor, params.id),
  );
}
