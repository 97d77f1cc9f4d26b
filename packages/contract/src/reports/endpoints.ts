import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import {
  GeneratedReport,
  GenerateReportRequest,
  ReportDownloadQuery,
  ReportId,
  ReportList,
  ReportListQuery,
  ReportTemplateList,
} from './schemas.ts';

const WithId = z.object({ id: ReportId });

export const REPORT_ENDPOINTS = {
  'GET /reports/templates': {
    summary: 'The reports that your role may run, and what each asks for',
    answer: ReportTemplateList,
  },
  'GET /reports': {
    summary: 'Reports that your role may run about your area, newest first',
    query: ReportListQuery,
    answer: ReportList,
  },
  'POST /reports': {
    summary: 'Ask for a report; it is made in the background',
    body: GenerateReportRequest,
    answer: GeneratedReport,
    status: 201,
  },
  'GET /reports/:id': {
    summary: 'One report: how far it is, and what there is to download',
    params: WithId,
    answer: GeneratedReport,
  },
  'GET /reports/:id/download': {
    summary: 'A file of the report: pdf (default), xlsx or csv',
    params: WithId,
    query: ReportDownloadQuery,
  },
  'POST /reports/:id/repeat': {
    summary: 'Ask for the same report again',
    params: WithId,
    answer: GeneratedReport,
    status: 201,
  },
  'DELETE /reports/:id': {
    summary: 'Remove a report and its files',
    params: WithId,
    answer: z.object({ id: ReportId }),
  },
} satisfies Endpoints;
