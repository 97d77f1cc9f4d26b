import { PUBLISHED_COLUMNS, PUBLISHED_STATES, type PublishedState } from '@ec/contract/collations/published';
import { MAX_COLLATED } from '@ec/contract/collations/schemas';
import { type LocationId, locationIdOf, locationType } from '@ec/contract/geography/location-id';
import type { ImportLineError } from '@ec/contract/geography/register-import';

/** So many bad lines are listed; all are counted. */
export const MAX_LISTED = 1000;
const LONGEST_NOTE = 1000;

/** A line of the file, with its number in it. */
export interface FileLine {
  line: number;
  fields: readonly string[];
}

export interface PublishedLine {
  line: number;
  unit: LocationId;
  code: string;
  state: PublishedState;
  registered: number | null;
  accredited: number | null;
  /** In the order of the ballot. */
  votes: (number | null)[];
  rejected: number | null;
  note: string | null;
}

export interface Problems {
  count: number;
  lines: ImportLineError[];
}

export function addFault(problems: Problems, line: number, message: string): void {
  problems.count += 1;
  if (problems.lines.length < MAX_LISTED) problems.lines.push({ line, message });
}

type Column = (typeof PUBLISHED_COLUMNS)[number];
interface Header {
  columns: Map<Column, number>;
  parties: Map<string, number>;
  width: number;
  faults: string[];
}

function readHeader(fields: readonly string[], parties: readonly string[]): Header {
  const header: Header = { columns: new Map(), parties: new Map(), width: fields.length, faults: [] };
  for (const [index, field] of fields.entries()) {
    const name = field.toLowerCase().replaceAll(/[ -]/g, '_');
    const column = PUBLISHED_COLUMNS.find((each) => each === name);
    const party = parties.find((each) => each.toLowerCase() === field.toLowerCase());
    if ((column && header.columns.has(column)) || (party && header.parties.has(party)))
      header.faults.push(`The column ${field} is there twice`);
    else if (column) header.columns.set(column, index);
    else if (party) header.parties.set(party, index);
    else
      header.faults.push(`The column ${field || index + 1} is no party on the ballot, and none of the other columns`);
  }
  if (!header.columns.has('unit_code')) header.faults.push('The header lacks unit_code');
  return header;
}

const STATE_NAMES = new Map(PUBLISHED_STATES.map((state) => [state as string, state]));

/** A whole number of zero or more; null for a blank. */
function figureOf(text: string, name: string, faults: string[]): number | null {
  if (text === '') return null;
  if (!/^\d{1,12}$/.test(text)) faults.push(`${name}: ${text} is no whole number of zero or more`);
  else if (Number(text) > MAX_COLLATED) faults.push(`${name}: ${text} is more than all voters`);
  else return Number(text);
  return null;
}

function readLine({ line, fields }: FileLine, header: Header, parties: readonly string[]): PublishedLine | string[] {
  if (fields.length !== header.width)
    return [`The line has ${fields.length} fields where the header has ${header.width}`];
  const faults: string[] = [];
  const textAt = (index: number | undefined) => (index === undefined ? '' : (fields[index] ?? ''));
  const at = (column: Column) => textAt(header.columns.get(column));
  const figure = (column: 'registered' | 'accredited' | 'rejected') => figureOf(at(column), column, faults);
  const code = at('unit_code');
  const unit = locationIdOf(code);
  if (unit === undefined || locationType(unit) !== 'polling_unit')
    faults.push(code === '' ? 'The code of the unit is missing' : `${code} is no code of a polling unit`);
  const named = at('status').toLowerCase().replaceAll(/[ -]/g, '_') || 'figures';
  const state = STATE_NAMES.get(named);
  if (state === undefined)
    faults.push(`${at('status')} is no status: figures, absent, blurred or wrong_unit; blank is figures`);
  const figures = {
    registered: figure('registered'),
    accredited: figure('accredited'),
    votes: parties.map((party) => figureOf(textAt(header.parties.get(party)), party, faults)),
    rejected: figure('rejected'),
  };
  const { votes, ...others } = figures;
  const blank = [...votes, ...Object.values(others)].every((value) => value === null);
  if (faults.length === 0 && state === 'figures' && blank) faults.push('The line has neither figures nor a status');
  if (faults.length === 0 && state !== 'figures' && !blank)
    faults.push(`The status is ${named}, so the line has no figures`);
  const note = at('note');
  if (note.length > LONGEST_NOTE) faults.push(`The note is longer than ${LONGEST_NOTE} letters`);
  if (faults.length > 0 || unit === undefined || state === undefined) return faults;
  return { line, unit, code, state, ...figures, note: note || null };
}

export interface PublishedCheck {
  /** Takes the next line of the file, the header first; answers what it says of a unit where nothing is wrong with it. */
  take(line: FileLine): PublishedLine | undefined;
  /** To be called behind the last line. */
  finish(): void;
  /** Lines that name a unit. */
  rows: number;
  /** Parties on the ballot without a column. */
  absent: string[];
  problems: Problems;
}

/** Checks a file line by line, with all that is wrong by line; which units exist is not known here. */
export function createPublishedCheck(parties: readonly string[]): PublishedCheck {
  let header: Header | undefined;
  const seen = new Map<LocationId, number>();
  const check: PublishedCheck = {
    rows: 0,
    absent: [],
    problems: { count: 0, lines: [] },
    take(each) {
      if (!header) {
        header = readHeader(each.fields, parties);
        for (const fault of header.faults) addFault(check.problems, each.line, fault);
        check.absent = parties.filter((party) => !header?.parties.has(party));
        return undefined;
      }
      if (header.faults.length > 0 || each.fields.every((field) => field === '')) return undefined;
      check.rows += 1;
      const read = readLine(each, header, parties);
      if (Array.isArray(read)) {
        addFault(check.problems, each.line, read.join('; '));
        return undefined;
      }
      const earlier = seen.get(read.unit);
      if (earlier !== undefined) {
        addFault(check.problems, each.line, `${read.code} is on line ${earlier} already`);
        return undefined;
      }
      seen.set(read.unit, each.line);
      return read;
    },
    finish() {
      if (check.rows === 0 && check.problems.count === 0) addFault(check.problems, 1, 'The file names no polling unit');
    },
  };
  return check;
}
