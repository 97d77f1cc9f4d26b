import { inDigits } from '@ec/contract/base/wording';
import type { Formats } from '../../../platform/runtime/format.ts';

/** The most rows that a table lists (ADR 0020); where there are more, its note says so. */
export const MOST_ROWS = 5000;

/** The content of a report, independent of the output format. */
export interface ReportDocument {
  title: string;
  /** What is counted, in a sentence; it applies to all figures. */
  basis: string;
  /** The share counted so far, in words; null if not applicable. */
  coverage: string | null;
  /** What is said beside all totals, such as how our own reviewing was audited. */
  notes?: { label: string; text: string }[];
  sections: Section[];
  /** The only table in formats that hold one. */
  main: Table;
  /** The form of the polling units' figures as it is printed on the paper; a column in formats that hold only a table. */
  unitForm?: string;
}

export type Section = Paragraph | Figures | Chart | Table;

export interface Paragraph {
  type: 'paragraph';
  title?: string;
  text: string;
}

export interface Figures {
  type: 'figures';
  title: string;
  items: { label: string; value: Cell; kind: CellKind; note?: string }[];
}

/** Bars with their values as text; `empty` is shown if there are none. */
export interface Chart {
  type: 'chart';
  title: string;
  bars: { label: string; value: number; text: string; colour: string }[];
  empty: string;
}

/** How the cells of a column are formatted: text, whole numbers, percent, percentage points, hours, times, days. */
export type CellKind = 'text' | 'count' | 'percent' | 'points' | 'hours' | 'moment' | 'day';
/** Days are YYYY-MM-DD; null is unknown. */
export type Cell = string | number | Date | null;

export interface Column {
  heading: string;
  kind: CellKind;
}

export interface Table {
  type: 'table';
  title: string;
  /** A short name, for example for a worksheet's tab. */
  shortTitle: string;
  note?: string;
  columns: Column[];
  /** Number of leading columns that name the row; a wide table repeats them in each part. */
  named: number;
  rows: Cell[][];
  total?: Cell[];
  empty: string;
}

/** The author, time and audit head, printed on every page. */
export interface Imprint {
  systemName: string;
  generatedBy: string;
  generatedAt: Date;
  auditHead: { position: number; hash: string };
  scope: string;
  parameters: { label: string; value: string }[];
}

const KINDS: Record<string, CellKind> = {
  count: 'count',
  percent: 'percent',
  points: 'points',
  hours: 'hours',
  moment: 'moment',
  day: 'day',
};

/** Columns from headings; a type other than text precedes a colon (`count:Units`). */
export function columnsOf(...headings: string[]): Column[] {
  return headings.map((heading) => {
    const [before = '', ...rest] = heading.split(':');
    const kind = rest.length > 0 ? KINDS[before] : undefined;
    return kind ? { heading: rest.join(':'), kind } : { heading, kind: 'text' };
  });
}

/** The text of a cell; a dash for an unknown value. */
export function cellText(cell: Cell, kind: CellKind, formats: Formats): string {
  if (cell === null) return '–';
  if (cell instanceof Date) return formats.minute(cell);
  if (typeof cell === 'string') return kind === 'day' ? formats.day(cell) : cell;
  switch (kind) {
    case 'percent':
      return `${cell.toFixed(1)}%`;
    case 'points':
      return cell.toFixed(2);
    case 'hours':
      return cell.toLocaleString('en-NG', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    case 'text':
    case 'count':
    case 'moment':
    case 'day':
      return inDigits(cell);
  }
}

/** Figures are right-aligned. */
export const isFigure = (kind: CellKind): boolean => ['count', 'percent', 'points', 'hours'].includes(kind);
