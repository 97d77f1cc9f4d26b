import { stringify } from 'csv-stringify/sync';
import type { Cell, Imprint, ReportDocument } from './document.ts';

/** Plain figures and UTC times, for programs. */
const value = (cell: Cell): string | number | null => (cell instanceof Date ? cell.toISOString() : cell);

/** The main table with one heading line; cells that a spreadsheet would run as a formula get an apostrophe. */
export async function renderCsv({ main, unitForm }: ReportDocument, _imprint: Imprint): Promise<Buffer> {
  const form = unitForm === undefined ? [] : [unitForm];
  const headings = [...main.columns.map(({ heading }) => heading), ...form.map(() => 'Form of polling units')];
  const rows = main.rows.map((row) => [...row.map(value), ...form]);
  return Buffer.from(stringify([headings, ...rows], { escape_formulas: true, bom: true }));
}
