import { stringify } from 'csv-stringify/sync';
import type { Cell, Imprint, ReportDocument } from './document.ts';

/** Plain figures and UTC times, for programs. */
const value = (cell: Cell): string | number | null => (cell instanceof Date ? cell.toISOString() : cell);

/**
 * The main table with one heading line; cells that a spreadsheet would run as a formula get an apostrophe. What is said beside all totals stands in columns
 * at the end of the first row.
 */
export async function renderCsv({ main, unitForm, notes = [] }: ReportDocument, _imprint: Imprint): Promise<Buffer> {
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
