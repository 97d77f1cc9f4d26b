import { stringify } from 'csv-stringify/sync';
import type { Cell, Imprint, ReportDocument } from './document.ts';

/** Figures plain, moments in UTC: made to be read by programs. */
const value = (cell: Cell): string | number | null => (cell instanceof Date ? cell.toISOString() : cell);

/** The main table with a heading line and nothing else; cells that a spreadsheet would run are put behind an apostrophe. */
export async function renderCsv({ main }: ReportDocument, _imprint: Imprint): Promise<Buffer> {
  const headings = main.columns.map(({ heading }) => heading);
  const rows = main.rows.map((row) => row.map(value));
  return Buffer.from(stringify([headings, ...rows], { escape_formulas: true, bom: true }));
}
