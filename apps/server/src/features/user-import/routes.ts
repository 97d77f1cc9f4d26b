import { join } from 'node:path';
import { FileImportRequest, MAX_USER_FILE_BYTES } from '@ec/contract/users/import';
import { UserFileForm } from '@ec/contract/users/endpoints';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/http/errors.ts';
import { type ReceivedFile, receiveFileForm, useReceived } from '../../platform/files/received-files.ts';
import { FILE_REFUSED } from '../../platform/files/virus-scan.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { fileImportRoles, IMPORTERS } from '../users/rules.ts';
import { ownImport, ownImports, refusedFile } from './answers.ts';
import { readColumns } from './file-rules.ts';
import { readHead } from './csv-file.ts';
import { startFileImport } from './file-service.ts';
import { importText, previewText, requireImport } from './text-service.ts';
import { readAs } from '../../platform/http/input/validation.ts';

type ReceivedPeople = ReceivedFile & FileImportRequest;

/** Keeps a sent file of people until it is imported; role and allOrNothing stand in the form or in the address. */
async function receivePeople(
  request: FastifyRequest,
  dataDir: string,
  query: { role?: string | undefined; allOrNothing?: string | undefined },
): Promise<ReceivedPeople> {
  const folder = join(dataDir, 'user-imports');
  const file = { form: UserFileForm, maxBytes: MAX_USER_FILE_BYTES, folder, fallback: 'people.csv' };
  return await receiveFileForm(request, file, (fields) => readAs(FileImportRequest, { ...query, ...fields }));
}

const MEGABYTE = 1024 * 1024;
/** 200,000 characters, and room for letters of several bytes. */
const TEXT_BODY = 256 * 1024;

function fileRoute(router: Router): void {
  router.longWrite(
    'POST /users/import/file',
    {
      perMinute: COSTLY.import,
      access: IMPORTERS,
      bodyLimit: MAX_USER_FILE_BYTES + MEGABYTE,
      audit: ['user.imported', FILE_REFUSED],
      reason: 'reads a large file and reports progress; the import opens one transaction of its own',
    },
    async (context) => {
      const { request, query, platform, origin, organisation } = context;
      const received = await receivePeople(request, platform.config.dataDir, query);
      const { path, fileName: name, role, allOrNothing } = received;
      return await useReceived(context, 'file of users', received, async (actor) => {
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
      });
    },
  );
}

/** Many people at once: by lines of text, or by a file whose progress is followed. */
export function userImportRoutes(router: Router): void {
  router.write(
    'POST /users/import',
    { perMinute: COSTLY.import, access: IMPORTERS, bodyLimit: TEXT_BODY, audit: ['user.imported'] },
    async (write) => await importText(write, write.actor, write.body),
  );
  router.write(
    'POST /users/import/preview',
    { perMinute: COSTLY.import, access: IMPORTERS, bodyLimit: TEXT_BODY, audit: ['user.imported'] },
    async (write) => await previewText(write, write.actor, write.body),
  );
  fileRoute(router);
  router.read('GET /users/imports', { access: IMPORTERS }, async ({ db, actor }) => ({
    imports: await ownImports(db, actor.userId),
  }));
  router.read(
    'GET /users/import/:id',
    { access: IMPORTERS },
    async ({ db, actor, params }) => await ownImport(db, actor.userId, params.id),
  );
  router.read(
    'GET /users/import/:id/refused.csv',
    { perMinute: COSTLY.export, access: IMPORTERS },
    async ({ db, actor, params, reply }) => {
      const { name, content } = await refusedFile(db, actor.userId, params.id);
      reply.header('content-disposition', `attachment; filename="${name}"`).type('text/csv; charset=utf-8');
      return await reply.send(content);
    },
  );
}
