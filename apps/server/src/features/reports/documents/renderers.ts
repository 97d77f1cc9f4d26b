import type { ReportFormat } from '@ec/contract/reports/schemas';
import type { Settings } from '@ec/contract/settings/schemas';
import { renderCsv } from './csv.ts';
import type { Imprint, ReportDocument } from './document.ts';
import { renderPdf } from './pdf/pdf.ts';
import { renderXlsx } from './xlsx.ts';

type Render = (document: ReportDocument, imprint: Imprint, settings: Settings) => Promise<Buffer>;

export const RENDERERS: Record<ReportFormat, Render> = { pdf: renderPdf, xlsx: renderXlsx, csv: renderCsv };

/** One file to render, as it is passed to the worker thread. */
export interface Rendering {
  format: ReportFormat;
  document: ReportDocument;
  imprint: Imprint;
  settings: Settings;
}
