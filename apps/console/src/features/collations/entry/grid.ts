import { fieldOf, isOverVoted, type RowFigures, rowAddsUp, votesOf } from '@ec/contract/collations/figures';
import type { CollationPlace } from '@ec/contract/collations/schemas';
import { formatNumber } from '../../../lib/format/format.ts';
import { signed } from '../labels.ts';

/** The row of what the form states as totals, beside the rows by the code of their place. */
export const TOTALS = 'totals';
export const STATED_TOTALS: CollationPlace = { code: TOTALS, name: 'Totals stated on the form' };

/** Digits of the largest figure that a cell takes: below MAX_COLLATED. */
const MOST_DIGITS = 9;
const SEPARATORS = /[\s,.'’]/g;

/** What a cell keeps of what was typed or pasted: "1,234" is 1234, anything else that is no number is left out. */
export function cellText(text: string): string {
  return text
    .replaceAll(SEPARATORS, '')
    .replaceAll(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, MOST_DIGITS);
}

const numberOf = (text: string): number | null => (text === '' ? null : Number(text));

export interface Pasted {
  filled: number;
  /** Cells that were no whole number, or lay outside the grid. */
  left: number;
}

interface GridOptions {
  /** Codes of the places, in the order of the form. */
  rows: readonly string[];
  /** As `fieldNames` of the contract gives them. */
  fields: readonly string[];
  /** What was typed before, by `row/field`. */
  start: Readonly<Record<string, string>>;
}

/**
 * The figures of one form while they are typed. Each row has its own subscribers: a key in a form of 40 units and 18 parties draws
 * one row and one sum.
 */
export function createGrid({ rows, fields, start }: GridOptions) {
  const all = [...rows, TOTALS];
  const cells = new Map(all.map((row) => [row, fields.map((field) => start[`${row}/${field}`] ?? '')]));
  const sums = new Map<string, number | null>();
  const listeners = new Map<string, Set<() => void>>();
  let typed: string | undefined;
  const key = (row: string) => `row ${row}`;

  const tell = (name: string) => {
    for (const listener of listeners.get(name) ?? []) listener();
  };
  const subscribe = (name: string) => (listener: () => void) => {
    const known = listeners.get(name) ?? new Set();
    listeners.set(name, known.add(listener));
    return () => void known.delete(listener);
  };
  const row = (code: string): readonly string[] => cells.get(code) ?? [];
  const write = (code: string, index: number, text: string) => {
    const now = cells.get(code);
    const field = fields[index];
    if (!now || field === undefined || now[index] === text) return;
    cells.set(code, now.with(index, text));
    sums.delete(field);
    tell(key(code));
    if (code !== TOTALS) tell(`sum ${field}`);
    tell('all');
  };
  const figures = (code: string): RowFigures => {
    const value = (field: string) => numberOf(row(code)[fields.indexOf(field)] ?? '');
    const parties = fields.filter((field) => field.startsWith('votes.'));
    return {
      registered: value('registered'),
      accredited: value('accredited'),
      votes: Object.fromEntries(parties.map((field) => [field.slice('votes.'.length), value(field)])),
      valid: value('valid'),
      rejected: value('rejected'),
      total: value('total'),
    };
  };
  const isFilled = (code: string) => row(code).some((text) => text !== '');

  return {
    rows,
    fields,
    row,
    figures,
    isFilled,
    /** Says that the row is typed now. */
    enter: (code: string) => {
      const left = typed;
      if (left === code) return;
      typed = code;
      if (left !== undefined) tell(`typed ${left}`);
      tell(`typed ${code}`);
    },
    isTyped: (code: string) => typed === code,
    watchTyped: (code: string) => subscribe(`typed ${code}`),
    watchRow: (code: string) => subscribe(key(code)),
    watchSum: (field: string) => subscribe(`sum ${field}`),
    watch: subscribe('all'),
    set: (code: string, index: number, text: string) => write(code, index, cellText(text)),
    /** Fills cells from what a spreadsheet copied, beginning at the cell. */
    paste: (code: string, index: number, text: string): Pasted => {
      const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
      const first = all.indexOf(code);
      const pasted = { filled: 0, left: 0 };
      for (const [down, line] of lines.entries()) {
        for (const [right, cell] of line.split('\t').entries()) {
          const target = all[first + down];
          const isFigure = /^\d*$/.test(cell.replaceAll(SEPARATORS, ''));
          if (target === undefined || index + right >= fields.length || !isFigure) pasted.left += 1;
          else {
            write(target, index + right, cellText(cell));
            pasted.filled += 1;
          }
        }
      }
      return pasted;
    },
    /** The sum of a column over the places; null while all of it is blank. */
    sum: (field: string): number | null => {
      const known = sums.get(field);
      if (known !== undefined) return known;
      const index = fields.indexOf(field);
      const sum = rows.reduce<number | null>((total, code) => {
        const value = numberOf(row(code)[index] ?? '');
        return value === null ? total : (total ?? 0) + value;
      }, null);
      sums.set(field, sum);
      return sum;
    },
    /** What was typed, by `row/field`; blanks are left out. */
    values: (): Record<string, string> =>
      Object.fromEntries(
        all.flatMap((code) =>
          row(code).flatMap((text, index) => (text === '' ? [] : [[`${code}/${fields[index]}`, text]])),
        ),
      ),
    filledRows: () => rows.filter(isFilled),
  };
}
export type Grid = ReturnType<typeof createGrid>;

/** What does not add up in one row, in words with its arithmetic; undefined where nothing is wrong so far. */
export function rowFault(figures: RowFigures): string | undefined {
  if (isOverVoted(figures)) {
    return `Total ${formatNumber(figures.total)} is above accredited ${formatNumber(figures.accredited)}`;
  }
  if (rowAddsUp(figures)) return undefined;
  const { valid, rejected, total } = figures;
  const votes = votesOf(figures);
  const known = Object.values(figures.votes).some((value) => value !== null);
  if (valid !== null && known && votes !== valid) {
    return `Parties add up to ${formatNumber(votes)}, valid votes say ${formatNumber(valid)}`;
  }
  return `Valid ${formatNumber(valid)} and rejected ${formatNumber(rejected)} are not total ${formatNumber(total)}`;
}

/** The stated total beside the sum of its column; undefined where they agree or nothing is stated. */
export function totalFault(grid: Grid, field: string): string | undefined {
  const stated = fieldOf(grid.figures(TOTALS), field);
  const sum = grid.sum(field) ?? 0;
  if (stated === null || stated === sum) return undefined;
  return signed(stated - sum);
}
