import { type LocationId, locationIdOf, locationType } from '@ec/contract/geography/location-id';
import { noneRefused, type RefusedLines, refuseLine } from '@ec/contract/geography/register-import';

/** What a file by ward begins with. */
const WARD_COLUMN = 'ward_code';
const BY_WARD = `This is a file by ward (${WARD_COLUMN}). Choose a file by polling unit, with unit_code`;

/** A file with a polling unit a line: a column for its code, others by name, and one for each party. */
export interface UnitFile<Column extends string, Said extends object> {
  columns: readonly Column[];
  parties: readonly string[];
  /** The columns that it cannot do without, beside unit_code. */
  needed: readonly string[];
  /** What a column is that has another name. */
  unknown: string;
  /** The largest figure. */
  most: number;
  /** What a line says of its unit; what is wrong with it goes to the faults. */
  read: (line: UnitLine<Column>) => Said;
}

/** A line by the names of its columns. */
export interface UnitLine<Column extends string> {
  text: (column: Column) => string;
  /** A whole number of zero or more; null for a blank. */
  figure: (column: Column) => number | null;
  /** In the order of the parties. */
  votes: () => (number | null)[];
  faults: string[];
}

/** The line of a unit in which nothing is wrong. */
export type GoodLine<Said> = Said & { line: number; unit: LocationId; code: string };

interface Line {
  line: number;
  fields: readonly string[];
}

interface Header {
  columns: Map<string, number>;
  parties: Map<string, number>;
  width: number;
  faults: string[];
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[ -]/g, '_');

type HeaderRules = Pick<UnitFile<string, object>, 'columns' | 'parties' | 'needed' | 'unknown'>;

function readHeader(fields: readonly string[], { columns, parties, needed, unknown }: HeaderRules): Header {
  const header: Header = { columns: new Map(), parties: new Map(), width: fields.length, faults: [] };
  const names = fields.map(plain);
  if (names.includes(WARD_COLUMN) && !names.includes('unit_code')) return { ...header, faults: [BY_WARD] };
  for (const [index, field] of fields.entries()) {
    const column = columns.find((each) => plain(each) === plain(field));
    const party = parties.find((each) => each.toLowerCase() === field.toLowerCase());
    if ((column && header.columns.has(column)) || (party && header.parties.has(party)))
      header.faults.push(`The column ${field} is there twice`);
    else if (column) header.columns.set(column, index);
    else if (party) header.parties.set(party, index);
    else header.faults.push(`The column ${field || index + 1} is ${unknown}, and none of the other columns`);
  }
  const missing = ['unit_code', ...needed].filter((name) => !header.columns.has(name) && !header.parties.has(name));
  if (missing.length > 0) header.faults.push(`The header lacks ${missing.join(', ')}`);
  return header;
}

function figureOf(text: string, name: string, most: number, faults: string[]): number | null {
  if (text === '') return null;
  if (!/^\d{1,12}$/.test(text)) faults.push(`${name}: ${text} is no whole number of zero or more`);
  else if (Number(text) > most) faults.push(`${name}: ${text} is more than any unit can have`);
  else return Number(text);
  return null;
}

function codeFault(code: string, unit: LocationId | undefined): string | null {
  if (code === '') return 'The code of the unit is missing';
  if (unit !== undefined && locationType(unit) === 'ward')
    return `${code} is the code of a ward, and this is a file by polling unit`;
  return unit === undefined || locationType(unit) !== 'polling_unit' ? `${code} is no code of a polling unit` : null;
}

function readLine<Column extends string, Said extends object>(
  { line, fields }: Line,
  header: Header,
  { parties, most, read }: UnitFile<Column, Said>,
  seen: Map<LocationId, number>,
): GoodLine<Said> | string[] {
  if (fields.length !== header.width)
    return [`The line has ${fields.length} fields where the header has ${header.width}`];
  const faults: string[] = [];
  const textAt = (index: number | undefined) => (index === undefined ? '' : (fields[index] ?? ''));
  const text = (column: string) => textAt(header.columns.get(column));
  const code = text('unit_code');
  const unit = locationIdOf(code);
  const wrong = codeFault(code, unit);
  if (wrong !== null) faults.push(wrong);
  const said = read({
    text,
    figure: (column) => figureOf(text(column), column, most, faults),
    votes: () => parties.map((party) => figureOf(textAt(header.parties.get(party)), party, most, faults)),
    faults,
  });
  if (faults.length > 0 || unit === undefined) return faults;
  const before = seen.get(unit);
  if (before !== undefined) return [`${code} is on line ${before} already`];
  seen.set(unit, line);
  return { ...said, line, unit, code };
}

export interface UnitFileCheck<Said> {
  /** Takes the next line of the file, the header first; answers what it says of a unit where nothing is wrong with it. */
  take(line: Line): GoodLine<Said> | undefined;
  /** To be called behind the last line. */
  finish(): void;
  /** Lines that name a unit. */
  rows: number;
  /** Parties without a column. */
  absent: string[];
  refused: RefusedLines;
}

/** Checks a file line by line, with all that is wrong by line; which units exist is not known here. */
export function createUnitFileCheck<Column extends string, Said extends object>(
  file: UnitFile<Column, Said>,
): UnitFileCheck<Said> {
  let header: Header | undefined;
  const seen = new Map<LocationId, number>();
  const check: UnitFileCheck<Said> = {
    rows: 0,
    absent: [],
    refused: noneRefused(),
    take(each) {
      if (!header) {
        const { parties, faults } = (header = readHeader(each.fields, file));
        for (const fault of faults) refuseLine(check.refused, each.line, fault);
        check.absent = file.parties.filter((party) => !parties.has(party));
        return undefined;
      }
      if (header.faults.length > 0 || each.fields.every((field) => field === '')) return undefined;
      check.rows += 1;
      const read = readLine(each, header, file, seen);
      if (!Array.isArray(read)) return read;
      refuseLine(check.refused, each.line, read.join('; '));
      return undefined;
    },
    finish() {
      if (check.rows > 0 || check.refused.count > 0) return;
      refuseLine(check.refused, 1, header ? 'The file has no line with a polling unit' : 'The file is empty');
    },
  };
  return check;
}
