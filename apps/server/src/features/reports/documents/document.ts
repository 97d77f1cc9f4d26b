/** What a report says, in a form that every renderer can write and no renderer makes up. */
export interface ReportDocument {
  title: string;
  /** What is counted, in a sentence; each figure stands on it. */
  basis: string;
  /** How much of what there is to count has been counted; null where that means nothing. */
  coverage: string | null;
  sections: Section[];
  /** The table that stands for the report where there is room for one only. */
  main: Table;
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

/** Bars with their values in words beside them; `empty` is said where there are none. */
export interface Chart {
  type: 'chart';
  title: string;
  bars: { label: string; value: number; text: string; colour: string }[];
  empty: string;
}

/** How the cells of a column are written: places and names, whole numbers, percent, percentage points, hours, moments, days. */
export type CellKind = 'text' | 'count' | 'percent' | 'points' | 'hours' | 'moment' | 'day';
/** Days are year-month-day; null is nothing known. */
export type Cell = string | number | Date | null;

export interface Column {
  heading: string;
  kind: CellKind;
}

export interface Table {
  type: 'table';
  title: string;
  /** The table's name where little space is left for it, such as on the tab of a sheet. */
  shortTitle: string;
  note?: string;
  columns: Column[];
  /** So many leading columns name the row; a wide table repeats them in each of its parts. */
  named: number;
  rows: Cell[][];
  total?: Cell[];
  empty: string;
}

/** Who made it, when and on what state of the audit log: printed on every page. */
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

/** Columns from headings: a kind other than text stands before a colon (`count:Units`). */
export function columnsOf(...headings: string[]): Column[] {
  return headings.map((heading) => {
    const [before = '', ...rest] = heading.split(':');
    const kind = rest.length > 0 ? KINDS[before] : undefined;
    return kind ? { heading: rest.join(':'), kind } : { heading, kind: 'text' };
  });
}
