import type { Table } from '../document.ts';
import type { PdfWriter } from './pdf-page.ts';

export const CELL = { size: 7.5, side: 5, above: 2.5 } as const;
/** Maximum width of a text column unless there is room. */
const WIDE_TEXT = 150;
/** Share of the spare width for text columns. */
const TEXT_SHARE = 0.6;

interface Need {
  /** The width of the longest word: the minimum. */
  least: number;
  /** The width of the longest text on one line. */
  full: number;
}

/** The widths that each column needs, from its heading and all of its printed cells. */
export function needsOf(pdf: PdfWriter, table: Table, texts: readonly string[][], total: readonly string[]): Need[] {
  return table.columns.map(({ heading, kind }, index) => {
    const words = heading.split(/\s+/).map((word) => pdf.widthOf(word, 'bold', CELL.size));
    let least = Math.max(...words);
    // Headings of figures are wrapped rather than taking width from names.
    let full = kind === 'text' ? Math.max(least, Math.min(pdf.widthOf(heading, 'bold', CELL.size), 70)) : least;
    for (const row of [...texts, total]) {
      const text = row[index] ?? '';
      const width = pdf.widthOf(text, row === total ? 'bold' : 'regular', CELL.size);
      full = Math.max(full, width);
      const longest = kind === 'text' ? Math.max(0, ...text.split(/\s+/).map((word) => word.length)) : text.length;
      least = Math.max(least, kind === 'text' ? Math.min((width * longest) / Math.max(1, text.length) + 4, 90) : width);
    }
    const sides = 2 * CELL.side;
    return { least: least + sides, full: (kind === 'text' ? Math.min(full, WIDE_TEXT) : full) + sides };
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The final column widths: each column's need, with the spare width shared among text columns. */
function shareOut(table: Table, columns: readonly number[], needs: readonly Need[], width: number): number[] {
  const own = columns.map((column) => needs[column] ?? { least: 0, full: 0 });
  const least = sum(own.map((need) => need.least));
  const full = sum(own.map((need) => need.full));
  if (full > width) {
    const share = full > least ? Math.max(0, (width - least) / (full - least)) : 0;
    return own.map((need) => need.least + (need.full - need.least) * share);
  }
  const isText = columns.map((column) => table.columns[column]?.kind === 'text');
  const texts = isText.filter(Boolean).length;
  const over = width - full;
  // A narrow table is easier to read if it is not stretched over the whole page.
  const spread = full > width / 2 ? over : Math.min(over, columns.length * 40);
  const toText = texts > 0 ? spread * TEXT_SHARE : 0;
  return own.map((need, index) => need.full + (isText[index] ? toText / texts : 0) + (spread - toText) / own.length);
}

export interface Part {
  columns: number[];
  widths: number[];
}

/** True if the table needs landscape. */
export function needsLandscape(needs: readonly Need[], width: number): boolean {
  return sum(needs.map(({ least }) => least)) > width || sum(needs.map(({ full }) => full)) > width * 1.3;
}

/** The columns in parts that fit the page; each part starts with the columns that name the row. */
export function partsOf(table: Table, needs: readonly Need[], width: number): Part[] {
  const naming = table.columns.map((_, index) => index).filter((index) => index < table.named);
  const rest = table.columns.map((_, index) => index).filter((index) => index >= table.named);
  const base = sum(naming.map((index) => needs[index]?.least ?? 0));
  const groups: number[][] = [[]];
  let used = base;
  for (const column of rest) {
    const need = needs[column]?.least ?? 0;
    const group = groups.at(-1) ?? [];
    if (group.length > 0 && used + need > width) {
      groups.push([column]);
      used = base + need;
    } else {
      group.push(column);
      used += need;
    }
  }
  // Even parts look better than a last part with one column.
  const each = Math.ceil(rest.length / groups.length);
  const even = groups.map((_, index) => rest.slice(index * each, (index + 1) * each));
  const fits = even.every((group) => base + sum(group.map((column) => needs[column]?.least ?? 0)) <= width);
  return (fits ? even : groups).map((group) => {
    const columns = [...naming, ...group];
    return { columns, widths: shareOut(table, columns, needs, width) };
  });
}
