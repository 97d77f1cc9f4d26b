import type { ReportFormat } from '@ec/contract/reports/schemas';
import type { Settings } from '@ec/contract/settings/schemas';
import { stringify } from 'csv-stringify/sync';
import type { Cell, Imprint, ReportDocument } from './document.ts';
import { renderPdf } from './pdf/pdf.ts';
import { renderXlsx } from './xlsx.ts';

/** Plain figures and UTC times, for programs. */
const value = (cell: Cell): string | number | null => (cell instanceof Date ? cell.toISOString() : cell);

/**
 * The main table with one heading line; cells that a spreadsheet would run as a formula get an apostrophe. What is said of the table, such as that it is
 * cut, and beside all totals stands in columns at the end of the first row.
 */
async function renderCsv({ main, unitForm, notes: ofAll = [] }: ReportDocument, _imprint: Imprint): Promise<Buffer> {
  const notes = [...(main.note === undefined ? [] : [{ label: 'Note', text: main.note }]), ...ofAll];
  const form = unitForm === undefined ? [] : [unitForm];
  const headings = [
    ...main.columns.map(({ heading }) => heading),
    ...form.map(() => 'Form of polling units'),
    ...notes.map(({ label }) => label),
  ];
  const rows = main.rows.map((row, index) => [
    ...row.map(value),
    ...form,
    ...notes.map(({ text }) => (index === 0 ? text : null)),
  ]);
  return Buffer.from(stringify([headings, ...rows], { escape_formulas: true, bom: true }));
}

type Render = (document: ReportDocument, imprint: Imprint, settings: Settings) => Promise<Buffer>;

export const RENDERERS: Record<ReportFormat, Render> = { pdf: renderPdf, xlsx: renderXlsx, csv: renderCsv };

/** One file to render, as it is passed to the worker thread. */
export interface Rendering {
  format: ReportFormat;
  document: ReportDocument;
  imprint: Imprint;
  settings: Settings;
}
