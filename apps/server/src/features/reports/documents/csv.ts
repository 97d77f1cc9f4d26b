import { stringify } from 'csv-stringify/sync';
import type { Cell, Imprint, ReportDocument } from './document.ts';

/** Plain figures and UTC times, for programs. */
const value = (cell: Cell): string | number | null => (cell instanceof Date ? cell.toISOString() : cell);

/** The main table with one heading line; cells that a spreadsheet would run as a formula get an apostrophe. */
export async function renderCsv({ main }: ReportDocument, _imprint: Imprint): Promise<Buffer> {
  const headings = main.columns.map(({ heading }) => heading);
  const rows = main.rows.map((row) => row.map(value));
  return Buffer.from(stringify([headings, ...rows], { escape_formulas: true, bom: true }));
}
