import { codeOf, type LocationId, locationIdOf, locationType } from '@ec/contract/geography/location-id';
import { MAX_FIGURE } from '@ec/contract/results/sheet';
import { parseLine, readLines } from '../features/geography/register-import/register-lines.ts';

/** One line of a replay file: a transcribed sheet. */
export interface ReplayRow {
  unit: LocationId;
  code: string;
  registered: number | null;
  accredited: number;
  /** In the order of the file's parties. */
  votes: number[];
}

export interface ReplayFile {
  parties: string[];
  rows: ReplayRow[];
  /** Invalid lines, as sentences with their line number. */
  problems: string[];
}

const FIXED = ['pu_code', 'state', 'registered', 'accredited'];

function figure(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,9}$/.test(text)) return null;
  const value = Number(text);
  return value <= MAX_FIGURE ? value : null;
}

function readHeader(fields: string[]): string[] | string {
  const names = fields.map((field) => field.replace('\uFEFF', ''));
  if (FIXED.some((name, index) => names[index]?.toLowerCase() !== name)) {
    return `The header must begin with ${FIXED.join(',')}`;
  }
  const parties = names.slice(FIXED.length);
  if (parties.length === 0) return 'The header names no party';
  const wrong = parties.filter((party) => !/^[A-Z][A-Za-z0-9]{0,11}$/.test(party));
  if (wrong.length > 0) return `Not the abbreviation of a party: ${wrong.join(', ')}`;
  return new Set(parties).size === parties.length ? parties : 'A party is listed twice';
}

function readRow(fields: string[], parties: readonly string[]): ReplayRow | string {
  const [code = '', , registered = '', accredited, ...votes] = fields;
  const unit = locationIdOf(code);
  if (unit === undefined || locationType(unit) !== 'polling_unit' || codeOf(unit) !== code) {
    return `${code || 'An empty field'} is not a polling unit code like 24-11-05-003`;
  }
  const figures = [accredited, ...votes].map(figure);
  const known = registered === '' ? null : figure(registered);
  if (votes.length !== parties.length || figures.includes(null) || (registered !== '' && known === null)) {
    return `${code}: every figure must be a whole number up to ${MAX_FIGURE}`;
  }
  const [accreditedVoters = 0, ...counts] = figures.map((value) => value ?? 0);
  return { unit, code, registered: known, accredited: accreditedVoters, votes: counts };
}

/** Reads a replay file, plain or gzipped: header `pu_code,state,registered,accredited`, then one column per party. */
export async function readReplayFile(path: string): Promise<ReplayFile> {
  const file: ReplayFile = { parties: [], rows: [], problems: [] };
  const seen = new Set<LocationId>();
  let line = 0;
  for await (const lines of readLines(path, () => undefined)) {
    for (const text of lines) {
      line++;
      if (text.trim() === '') continue;
      const fields = parseLine(text);
      const complain = (message: string) => file.problems.push(`line ${line}: ${message}`);
      if (typeof fields === 'string') complain(fields);
      else if (file.parties.length === 0) {
        const parties = readHeader(fields);
        if (typeof parties === 'string') {
          complain(parties);
          return file;
        }
        file.parties = parties;
      } else {
        const row = readRow(fields, file.parties);
        if (typeof row === 'string') complain(row);
        else if (seen.has(row.unit)) complain(`${row.code} is in the file twice`);
        else {
          seen.add(row.unit);
          file.rows.push(row);
        }
      }
    }
  }
  if (file.rows.length === 0 && file.problems.length === 0) file.problems.push('The file holds no sheet');
  return file;
}
