import type { Formats } from '../../../../platform/runtime/format.ts';
import { type Cell, cellText, isFigure, type Table } from '../document.ts';
import { CELL, needsLandscape, needsOf, type Part, partsOf } from './pdf-columns.ts';
import { COLOURS, MARGIN, type PdfWriter, type TextStyle } from './pdf-page.ts';
import { writeHeading } from './pdf-parts.ts';

const BODY: TextStyle = { font: 'regular', size: CELL.size, colour: COLOURS.text };
const HEAD: TextStyle = { font: 'bold', size: CELL.size, colour: COLOURS.text };
const NOTE: TextStyle = { font: 'regular', size: 8, colour: COLOURS.muted };
/** A table of this many rows fills pages of its own. */
const LONG = 60;
/** A tag per cell costs more than its text: a larger table is tagged by row, which makes the file a tenth of the size. */
const MOST_TAGGED_CELLS = 20_000;

interface Line {
  cells: string[][];
  height: number;
}

function layOut(pdf: PdfWriter, part: Part, texts: readonly string[], style: TextStyle): Line {
  const cells = part.columns.map((column, index) =>
    pdf.wrap(texts[column] ?? '', style, (part.widths[index] ?? 0) - 2 * CELL.side + 0.5),
  );
  const lines = Math.max(1, ...cells.map((cell) => cell.length));
  return { cells, height: lines * pdf.lineHeight(style.size) + 2 * CELL.above };
}

function hairline(pdf: PdfWriter, width: number, y: number, weight: number, colour: string): void {
  const right = MARGIN + width;
  pdf.tags.ornament(() => pdf.doc.moveTo(MARGIN, y).lineTo(right, y).lineWidth(weight).strokeColor(colour).stroke());
}

/** The tag of a cell: column heading, row heading, or a figure with both. */
type Mark = (column: number) => CellMark | null;
interface CellMark {
  tag: 'TH' | 'TD';
  options: { scope?: 'Column' | 'Row' };
}

function draw(pdf: PdfWriter, table: Table, part: Part, line: Line, style: TextStyle, mark: Mark): void {
  let x = MARGIN;
  for (const [index, column] of part.columns.entries()) {
    const width = part.widths[index] ?? 0;
    const right = isFigure(table.columns[column]?.kind ?? 'text');
    const put = () => {
      for (const [row, text] of (line.cells[index] ?? []).entries()) {
        const start = right ? x + width - CELL.side - pdf.widthOf(text, style.font, style.size) : x + CELL.side;
        pdf.put(text, start, pdf.y + CELL.above + row * pdf.lineHeight(style.size), style);
      }
    };
    const marked = mark(column);
    if (marked) pdf.tags.part(marked.tag, put, marked.options);
    else put();
    x += width;
  }
  pdf.y += line.height;
}

const HEADING: CellMark = { tag: 'TH', options: { scope: 'Column' } };
const NAME: CellMark = { tag: 'TH', options: { scope: 'Row' } };
const FIGURE: CellMark = { tag: 'TD', options: {} };
const UNMARKED: Mark = () => null;
const isTaggedByCells = (table: Table) => table.rows.length * table.columns.length <= MOST_TAGGED_CELLS;

/** The headings; repeated headings on later pages are decoration, because for a screen reader the table continues. */
function writeHead(pdf: PdfWriter, table: Table, part: Part, head: Line, width: number, repeated: boolean): void {
  const write = (mark: Mark) => draw(pdf, table, part, head, HEAD, mark);
  pdf.tags.ornament(() => pdf.doc.rect(MARGIN, pdf.y, width, head.height).fill(COLOURS.band));
  if (repeated) pdf.tags.ornament(() => write(UNMARKED));
  else writeTagged(pdf, table, write, () => HEADING);
  hairline(pdf, width, pdf.y, 0.8, COLOURS.accent);
}

/** Writes a row with its tags. */
function writeTagged(pdf: PdfWriter, table: Table, write: (mark: Mark) => void, mark: Mark): void {
  if (!isTaggedByCells(table)) {
    pdf.tags.part('P', () => write(UNMARKED));
    return;
  }
  pdf.tags.open('TR');
  write(mark);
  pdf.tags.close();
}

function writePart(pdf: PdfWriter, table: Table, part: Part, texts: readonly string[][], total: string[] | undefined) {
  const width = part.widths.reduce((sum, each) => sum + each, 0);
  const head = layOut(
    pdf,
    part,
    table.columns.map(({ heading }) => heading),
    HEAD,
  );
  if (isTaggedByCells(table)) pdf.tags.open('Table');
  writeHead(pdf, table, part, head, width, false);
  const nameOrFigure = (column: number) => (column < table.named ? NAME : FIGURE);
  const write = (line: Line, style: TextStyle) => {
    if (pdf.ensure(line.height)) writeHead(pdf, table, part, head, width, true);
    writeTagged(pdf, table, (mark) => draw(pdf, table, part, line, style, mark), nameOrFigure);
    hairline(pdf, width, pdf.y, 0.4, COLOURS.line);
  };
  for (const row of texts) write(layOut(pdf, part, row, BODY), BODY);
  if (total) {
    hairline(pdf, width, pdf.y, 0.8, COLOURS.text);
    write(layOut(pdf, part, total, HEAD), HEAD);
  }
  if (isTaggedByCells(table)) pdf.tags.close();
}

/** Writes a table over as many pages as needed, with headings on each; a wide table is split into parts one below the other. */
export function writeTable(pdf: PdfWriter, table: Table, formats: Formats): void {
  const print = (row: readonly Cell[]) =>
    table.columns.map(({ kind }, index) => cellText(row[index] ?? null, kind, formats));
  const texts = table.rows.map(print);
  const total = table.total && table.rows.length > 0 ? print(table.total) : undefined;
  const needs = needsOf(pdf, table, texts, total ?? []);
  const wide = table.rows.length > 0 && needsLandscape(needs, portraitWidth(pdf));
  // Only a long table returns to portrait: each change of orientation leaves the rest of a page empty.
  const landscape = wide || (pdf.isLandscape && table.rows.length < LONG);
  if (landscape !== pdf.isLandscape) pdf.newPage(landscape);
  const parts = partsOf(table, needs, pdf.width);
  for (const [index, part] of parts.entries()) {
    const which = parts.length > 1 ? ` (part ${index + 1} of ${parts.length})` : '';
    writeHeading(pdf, `${table.title}${which}`, 60);
    const { note } = table;
    if (note !== undefined) {
      pdf.tags.part('P', () => pdf.write(note, NOTE));
      pdf.y += 4;
    }
    if (table.rows.length === 0) {
      pdf.tags.part('P', () => pdf.write(table.empty, NOTE));
      return;
    }
    writePart(pdf, table, part, texts, total);
  }
}

const portraitWidth = ({ doc }: PdfWriter) => Math.min(doc.page.width, doc.page.height) - 2 * MARGIN;
