import type { Platform } from '../../platform/http/context.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { templateList } from './answers.ts';
import { CONTENT_TYPES, fileName } from './documents/files.ts';
import { READERS, WRITERS } from './rules.ts';
import { openDownload, removeReport, repeatReport, reportList, reportOf, requestReport } from './service.ts';

export function reportRoutes(router: Router, platform: Platform): void {
  const store = platform.files;

  router.read('GET /reports/templates', { access: READERS }, async ({ actor }) => {
    const templates = templateList(actor);
    return { templates, total: templates.length };
  });

  router.read(
    'GET /reports',
    { access: READERS },
    async (context) => await reportList(context, context.actor, context.query),
  );

  router.write(
    'POST /reports',
    { perMinute: COSTLY.export, access: WRITERS, audit: ['report.requested'] },
    async (context) => await requestReport(context, context.actor, context.body),
  );

  router.read(
    'GET /reports/:id',
    { access: READERS },
    async (context) => await reportOf(context, context.actor, context.params.id),
  );

  router.longWrite(
    'GET /reports/:id/download',
    {
      perMinute: COSTLY.export,
      access: READERS,
      reason: 'a read by its method: the transaction notes the download, and the file is sent after it',
      audit: ['report.downloaded'],
    },
    async ({ actor, params, query, reply, transact }) => {
      const { file, size, title } = await transact((write) => openDownload(write, actor, params.id, query, store));
      const how = query.inline ? 'inline' : 'attachment';
      reply
        .type(CONTENT_TYPES[query.format])
        .header('content-length', size)
        .header('content-disposition', `${how}; filename="${fileName(title, query.format)}"`);
      return await reply.send(file);
    },
  );

  router.write(
    'POST /reports/:id/repeat',
    { perMinute: COSTLY.export, access: WRITERS, audit: ['report.requested'] },
    async (context) => await repeatReport(context, context.actor, context.params.id),
  );

  router.write(
    'DELETE /reports/:id',
    { access: WRITERS, audit: ['report.removed'] },
    async (context) => await removeReport(context, context.actor, context.params.id, store),
  );
}
