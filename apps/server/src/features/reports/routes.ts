import {
  GeneratedReport,
  GenerateReportRequest,
  ReportDownloadQuery,
  ReportId,
  ReportList,
  ReportListQuery,
  ReportTemplateList,
} from '@ec/contract/reports/schemas';
import * as z from 'zod/mini';
import type { Platform } from '../../platform/http/context.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { templateList } from './answers.ts';
import { CONTENT_TYPES, fileName } from './documents/files.ts';
import { READERS, WRITERS } from './rules.ts';
import { openDownload, removeReport, repeatReport, reportList, reportOf, requestReport } from './service.ts';

const WithId = z.object({ id: ReportId });

export function reportRoutes(router: Router, platform: Platform): void {
  const store = platform.files;

  router.read(
    {
      method: 'GET',
      path: '/reports/templates',
      summary: 'The reports that your role may run, and what each asks for',
      access: READERS,
      answer: ReportTemplateList,
    },
    async ({ actor }) => {
      const templates = templateList(actor);
      return { templates, total: templates.length };
    },
  );

  router.read(
    {
      method: 'GET',
      path: '/reports',
      summary: 'Reports that your role may run about your area, newest first',
      access: READERS,
      query: ReportListQuery,
      answer: ReportList,
    },
    async (context) => await reportList(context, context.actor, context.query),
  );

  router.write(
    {
      method: 'POST',
      path: '/reports',
      summary: 'Ask for a report; it is made in the background',
      perMinute: COSTLY.export,
      access: WRITERS,
      audit: ['report.requested'],
      body: GenerateReportRequest,
      answer: GeneratedReport,
      status: 201,
    },
    async (context) => await requestReport(context, context.actor, context.body),
  );

  router.read(
    {
      method: 'GET',
      path: '/reports/:id',
      summary: 'One report: how far it is, and what there is to download',
      access: READERS,
      params: WithId,
      answer: GeneratedReport,
    },
    async (context) => await reportOf(context, context.actor, context.params.id),
  );

  router.longWrite(
    {
      method: 'GET',
      path: '/reports/:id/download',
      summary: 'A file of the report: pdf (default), xlsx or csv',
      perMinute: COSTLY.export,
      access: READERS,
      reason: 'a read by its method: the transaction notes the download, and the file is sent after it',
      audit: ['report.downloaded'],
      params: WithId,
      query: ReportDownloadQuery,
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
    {
      method: 'POST',
      path: '/reports/:id/repeat',
      summary: 'Ask for the same report again',
      perMinute: COSTLY.export,
      access: WRITERS,
      audit: ['report.requested'],
      params: WithId,
      answer: GeneratedReport,
      status: 201,
    },
    async (context) => await repeatReport(context, context.actor, context.params.id),
  );

  router.write(
    {
      method: 'DELETE',
      path: '/reports/:id',
      summary: 'Remove a report and its files',
      access: WRITERS,
      audit: ['report.removed'],
      params: WithId,
      answer: z.object({ id: ReportId }),
    },
    async (context) => await removeReport(context, context.actor, context.params.id, store),
  );
}
