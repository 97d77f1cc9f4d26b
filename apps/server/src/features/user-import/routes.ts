import { rm } from 'node:fs/promises';
import {
  MAX_USER_FILE_BYTES,
  TextImportAnswer,
  TextImportRequest,
  UserImport,
  UserImportList,
  UserImportStarted,
} from '@ec/contract/users/import';
import * as z from 'zod/mini';
import { AppError } from '../../platform/http/errors.ts';
import { FILE_REFUSED, requireVirusFree } from '../../platform/files/virus-scan.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { fileImportRoles, IMPORTERS } from '../users/rules.ts';
import { ownImport, ownImports } from './answers.ts';
import { readColumns } from './column-rules.ts';
import { readHead } from './csv-file.ts';
import { startFileImport } from './file-service.ts';
import { refusedFile } from './refused-file.ts';
import { importText, requireImport } from './text-service.ts';
import { PeopleForm, receivePeople } from './upload.ts';

const WithId = z.object({ id: z.uuid() });
const MEGABYTE = 1024 * 1024;
/** 200,000 characters, and room for letters of several bytes. */
const TEXT_BODY = 256 * 1024;

function fileRoute(router: Router): void {
  router.longWrite(
    {
      method: 'POST',
      path: '/users/import/file',
      summary: 'Import a file of officers or ward admins (multipart: file, a CSV of at most 20 MB; role; allOrNothing)',
      perMinute: COSTLY.import,
      access: IMPORTERS,
      query: PeopleForm,
      form: PeopleForm,
      answer: UserImportStarted,
      status: 202,
      bodyLimit: MAX_USER_FILE_BYTES + MEGABYTE,
      audit: ['user.imported', FILE_REFUSED],
      reason: 'reads a large file and reports progress; the import opens one transaction of its own',
    },
    async ({ request, query, platform, origin, present, organisation, transact }) => {
      const { path, name, role, allOrNothing } = await receivePeople(request, platform.config.dataDir, query);
      try {
        const actor = await present();
        await requireVirusFree(platform, actor, { what: 'file of users', content: { path } }, transact);
        requireImport(actor, role, fileImportRoles(actor));
        const head = await readHead(path);
        const columns = readColumns(head.headings, role);
        if (typeof columns === 'string') throw new AppError('USER_IMPORT_UNREADABLE', { reason: columns });
        const sender = { systemName: organisation.settings.general.systemName, publicUrl: platform.config.publicUrl };
        const file = { path, name, head, columns };
        const job = { platform, actor, origin, sender, file, role, allOrNothing };
        const { id, finished } = await startFileImport(job);
        finished
          .then(() => {
            platform.events.wake();
            platform.messages.wake();
          })
          .catch((error: unknown) => {
            if (!(error instanceof AppError)) request.log.error({ err: error, importId: id }, 'user import failed');
          });
        return { id };
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
  );
}

/** Many people at once: by lines of text, or by a file whose progress is followed. */
export function userImportRoutes(router: Router): void {
  router.write(
    {
      method: 'POST',
      path: '/users/import',
      summary: 'Import lines of "Name, Phone, LGA" as LGA Admins or State Admins, all or none',
      perMinute: COSTLY.import,
      access: IMPORTERS,
      body: TextImportRequest,
      bodyLimit: TEXT_BODY,
      answer: TextImportAnswer,
      status: 201,
      audit: ['user.imported'],
    },
    async (write) => await importText(write, write.actor, write.body),
  );
  fileRoute(router);
  router.read(
    {
      method: 'GET',
      path: '/users/imports',
      summary: 'The own last ten imports of files',
      access: IMPORTERS,
      answer: UserImportList,
    },
    async ({ db, actor }) => ({ imports: await ownImports(db, actor.userId) }),
  );
  router.read(
    {
      method: 'GET',
      path: '/users/import/:id',
      summary: 'How an own import of a file stands',
      access: IMPORTERS,
      params: WithId,
      answer: UserImport,
    },
    async ({ db, actor, params }) => await ownImport(db, actor.userId, params.id),
  );
  router.read(
    {
      method: 'GET',
      path: '/users/import/:id/refused.csv',
      summary: 'The refused rows of an own import, with their reasons, as CSV',
      perMinute: COSTLY.export,
      access: IMPORTERS,
      params: WithId,
    },
    async ({ db, actor, params, reply }) => {
      const { name, content } = await refusedFile(db, actor.userId, params.id);
      reply.header('content-disposition', `attachment; filename="${name}"`).type('text/csv; charset=utf-8');
      return await reply.send(content);
    },
  );
}
