import { OTHERS } from '@ec/contract/elections/parties';
import { type LocationId, locationIdOf, locationType } from '@ec/contract/geography/location-id';
import type { ImportLineError } from '@ec/contract/geography/register-import';
import { EARLIER_COLUMNS, WARD_COLUMN } from '@ec/contract/unusual/earlier';

/** So many bad lines are listed; all are counted. */
export const MAX_LISTED = 1000;
/** More than any unit, and any state, can have. */
const MOST = 10_000_000;

interface Line {
  line: number;
  fields: readonly string[];
}

/** The result of a polling unit in an earlier election. */
export interface EarlierLine {
  line: number;
  unit: LocationId;
  code: string;
  registered: number | null;
  accredited: number;
  /** In the order of the parties that were named. */
  votes: number[];
  others: number;
}

export interface Problems {
  count: number;
  lines: ImportLineError[];
}

export function addFault(problems: Problems, line: number, message: string): void {
  problems.count += 1;
  if (problems.lines.length < MAX_LISTED) problems.lines.push({ line, message });
}

type Column = (typeof EARLIER_COLUMNS)[number];
interface Header {
  columns: Map<Column, number>;
  parties: Map<string, number>;
  width: number;
  faults: string[];
}

const BY_WARD = `This is a file by ward (${WARD_COLUMN}). The checks compare polling units: choose a file with unit_code`;
const plain = (name: string) => name.toLowerCase().replaceAll(/[ -]/g, '_');

function readHeader(fields: readonly string[], parties: readonly string[]): Header {
  const header: Header = { columns: new Map(), parties: new Map(), width: fields.length, faults: [] };
  const { columns, faults } = header;
  for (const [index, field] of fields.entries()) {
    const column = EARLIER_COLUMNS.find((each) => plain(each) === plain(field));
    const party = parties.find((each) => each.toLowerCase() === field.toLowerCase());
    if (plain(field) === WARD_COLUMN) faults.push(BY_WARD);
    else if ((column && columns.has(column)) || (party && header.parties.has(party)))
      faults.push(`The column ${field} is there twice`);
    else if (column) columns.set(column, index);
    else if (party) header.parties.set(party, index);
    else
      faults.push(
        `The column ${field || index + 1} is none of the parties that you named (${parties.join(', ')}), and none of the other columns`,
      );
  }
  if (faults.includes(BY_WARD)) return { ...header, faults: [BY_WARD] };
  const needed = ['unit_code', 'registered', 'accredited'] as const;
  const missing = [
    ...needed.filter((column) => !columns.has(column)),
    ...parties.filter((party) => !header.parties.has(party)),
  ];
  if (missing.length > 0) faults.push(`The header lacks ${missing.join(', ')}`);
  return header;
}

/** A whole number of zero or more; null for a blank. */
function figureOf(text: string, name: string, faults: string[]): number | null {
  if (text === '') return null;
  if (!/^\d{1,12}$/.test(text)) faults.push(`${name}: ${text} is no whole number of zero or more`);
  else if (Number(text) > MOST) faults.push(`${name}: ${text} is more than any unit can have`);
  else return Number(text);
  return null;
}

function codeFault(code: string, unit: LocationId | undefined): string | null {
  if (code === '') return 'The code of the unit is missing';
  if (unit !== undefined && locationType(unit) === 'ward')
    return `${code} is the code of a ward, and this is a file by polling unit`;
  return unit === undefined || locationType(unit) !== 'polling_unit' ? `${code} is no code of a polling unit` : null;
}

function readLine({ line, fields }: Line, header: Header, parties: readonly string[]): EarlierLine | string[] {
  if (fields.length !== header.width)
    return [`The line has ${fields.length} fields where the header has ${header.width}`];
  const faults: string[] = [];
  const textAt = (index: number | undefined) => (index === undefined ? '' : (fields[index] ?? ''));
  const at = (column: Column) => textAt(header.columns.get(column));
  const code = at('unit_code');
  const unit = locationIdOf(code);
  const wrong = codeFault(code, unit);
  if (wrong !== null) faults.push(wrong);
  const registered = figureOf(at('registered'), 'registered', faults);
  if (at('accredited') === '') faults.push('accredited is blank');
  const accredited = figureOf(at('accredited'), 'accredited', faults) ?? 0;
  // A blank is a party without votes: results of whole units are published so.
  const votes = parties.map((party) => figureOf(textAt(header.parties.get(party)), party, faults) ?? 0);
  const others = figureOf(at(OTHERS), OTHERS, faults) ?? 0;
  if (faults.length > 0 || unit === undefined) return faults;
  return { line, unit, code, registered, accredited, votes, others };
}

export interface EarlierCheck {
  /** Takes the next line of the file, the header first; answers the result of a unit where nothing is wrong with it. */
  take(line: Line): EarlierLine | undefined;
  /** To be called behind the last line. */
  finish(): void;
  /** Lines that name a unit. */
  rows: number;
  problems: Problems;
}

/** Checks a file line by line, with all that is wrong by line; which units the register has is not known here. */
export function createEarlierCheck(parties: readonly string[]): EarlierCheck {
  let header: Header | undefined;
  const seen = new Map<LocationId, number>();
  const check: EarlierCheck = {
    rows: 0,
    problems: { count: 0, lines: [] },
    take(each) {
      if (!header) {
        header = readHeader(each.fields, parties);
        for (const fault of header.faults) addFault(check.problems, each.line, fault);
        return undefined;
      }
      if (header.faults.length > 0 || each.fields.every((field) => field === '')) return undefined;
      check.rows += 1;
      const read = readLine(each, header, parties);
      if (Array.isArray(read)) {
        addFault(check.problems, each.line, read.join('; '));
        return undefined;
      }
      const before = seen.get(read.unit);
      if (before !== undefined) {
        addFault(check.problems, each.line, `${read.code} is on line ${before} already`);
        return undefined;
      }
      seen.set(read.unit, each.line);
      return read;
    },
    finish() {
      if (check.rows > 0 || check.problems.count > 0) return;
      addFault(check.problems, 1, header ? 'The file has no line with a polling unit' : 'The file is empty');
    },
  };
  return check;
}
