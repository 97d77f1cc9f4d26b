import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import { GainsQuery } from './gap.ts';
import { CollationId } from './schemas.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export const ExportFormat = z.enum(EXPORT_FORMATS);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** The tables of gains and losses. A workbook has all of them, a CSV file one. */
export const GAINS_TABLES = ['forms', 'places', 'parts'] as const;
export const GainsTable = z.enum(GAINS_TABLES);
export type GainsTable = z.infer<typeof GainsTable>;

export const GainsExportQuery = z.extend(GainsQuery, {
  format: ExportFormat,
  /** Of a CSV file; a workbook has all. */
  table: z._default(GainsTable, 'parts'),
});
export type GainsExportQuery = z.infer<typeof GainsExportQuery>;

export const EXPORT_ENDPOINTS = {
  'GET /collations/gains/export': {
    summary: 'Gains and losses by form, by place and one by one, as CSV or XLSX',
    query: GainsExportQuery,
  },
  'GET /collations/:id/export': {
    summary: 'The rows of a form beside our own figures, as CSV or XLSX',
    params: z.object({ id: CollationId }),
    query: z.object({ format: ExportFormat }),
  },
} satisfies Endpoints;
