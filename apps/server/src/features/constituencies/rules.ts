import { CONSTITUENCY_KINDS, type ConstituencyKind, KIND_COLUMNS, KIND_WORDS } from '@ec/contract/constituencies/kinds';
import type { ConstituencyId } from '@ec/contract/constituencies/schemas';
import { withoutHidden } from '@ec/contract/base/names';
import { noneRefused, type RefusedLines, refuseLine } from '@ec/contract/geography/register-import';
import { ancestorOf, codeOf, type LocationId, locationIdOf } from '@ec/contract/geography/location-id';

const MAX_NAME = 200;

export const constituencyId = (kind: ConstituencyKind, code: number): ConstituencyId => `${kind}-${code}`;

/** A constituency as the file names it, with the line that named it first. */
export interface FileConstituency {
  id: ConstituencyId;
  kind: ConstituencyKind;
  code: number;
  state: LocationId;
  /** Null where the file gives none. */
  name: string | null;
  line: number;
}

export interface WardsFile {
  rows: number;
  /** The kinds whose column the file has. */
  kinds: ConstituencyKind[];
  constituencies: ReadonlyMap<ConstituencyId, FileConstituency>;
  assignments: { ward: LocationId; kind: ConstituencyKind; constituency: ConstituencyId }[];
  refused: RefusedLines;
}

type Fields = readonly string[];

const isEmpty = (fields: Fields): boolean => fields.every((field) => field === '');

/** Checks the lines of a file of wards against the wards that there are, and against itself. The first line is the header. */
export function checkWardsFile(lines: readonly Fields[], known: ReadonlySet<LocationId>): WardsFile {
  const refused = noneRefused();
  const constituencies = new Map<ConstituencyId, FileConstituency>();
  const assignments: WardsFile['assignments'] = [];
  const seen = new Map<LocationId, number>();
  const header = (lines[0] ?? []).map((field) => field.toLowerCase());
  const at = (column: string) => header.indexOf(column);
  const kinds = CONSTITUENCY_KINDS.filter((kind) => at(KIND_COLUMNS[kind].code) >= 0);
  const fault = (line: number, message: string) => refuseLine(refused, line, message);

  function take(fields: Fields, kind: ConstituencyKind, ward: LocationId, line: number): void {
    const [word] = KIND_WORDS[kind];
    const text = fields[at(KIND_COLUMNS[kind].code)] ?? '';
    if (text === '') return;
    if (!/^[1-9]\d{0,6}$/.test(text)) return fault(line, `${text} is not the number of a ${word}`);
    const code = Number(text);
    const id = constituencyId(kind, code);
    const state = ancestorOf(ward, 'state') ?? ward;
    const name = withoutHidden(fields[at(KIND_COLUMNS[kind].name)] ?? '') || null;
    if (name && name.length > MAX_NAME) return fault(line, `The name of ${word} ${code} has over ${MAX_NAME} letters`);
    const first = constituencies.get(id);
    if (first && first.state !== state) {
      const where = `${codeOf(first.state)} on line ${first.line}, and this ward is in state ${codeOf(state)}`;
      return fault(line, `A ${word} lies in one state: number ${code} is in state ${where}`);
    }
    if (first?.name && name && first.name !== name) {
      return fault(line, `The ${word} ${code} is named ${name} here and ${first.name} on line ${first.line}`);
    }
    if (!first) constituencies.set(id, { id, kind, code, state, name, line });
    else if (!first.name) first.name = name;
    assignments.push({ ward, kind, constituency: id });
  }

  if (lines.length === 0) fault(1, 'The file is empty');
  else if (at('ward_code') < 0) fault(1, 'The header lacks ward_code');
  else if (kinds.length === 0) {
    const columns = CONSTITUENCY_KINDS.map((kind) => KIND_COLUMNS[kind].code);
    fault(1, `The header has none of ${columns.join(', ')}`);
  } else if (lines.slice(1).every(isEmpty)) fault(1, 'The file has a header but no ward');
  else {
    for (const [index, fields] of lines.entries()) {
      if (index === 0 || isEmpty(fields)) continue;
      const line = index + 1;
      if (fields.length !== header.length) {
        fault(line, `The line has ${fields.length} fields where the header has ${header.length}`);
        continue;
      }
      const code = fields[at('ward_code')] ?? '';
      const ward = locationIdOf(code);
      const before = ward === undefined ? undefined : seen.get(ward);
      if (ward === undefined || !known.has(ward)) fault(line, `There is no ward ${code || 'without a code'}`);
      else if (before !== undefined) fault(line, `${code} is already on line ${before}`);
      else {
        seen.set(ward, line);
        for (const kind of kinds) take(fields, kind, ward, line);
      }
    }
  }
  return {
    rows: lines.slice(1).filter((fields) => !isEmpty(fields)).length,
    kinds,
    constituencies,
    assignments,
    refused,
  };
}

const ROMAN = ['', ' I', ' II', ' III', ' IV', ' V', ' VI', ' VII', ' VIII', ' IX', ' X'];
const numbered = (index: number) => ROMAN[index] ?? ` ${index}`;

/** What a name is made of: the kind, the register's number, the state, and the LGAs with wards in it, in their order. */
export interface Unnamed {
  id: ConstituencyId;
  kind: ConstituencyKind;
  code: number;
  state: string;
  lgas: readonly string[];
}

/**
 * Names of constituencies without a given name: a senatorial district by its number in the state, the others by their LGAs,
 * with a number where several have the same ones.
 */
export function usualNames(all: readonly Unnamed[]): Map<ConstituencyId, string> {
  const names = new Map<ConstituencyId, string>();
  const plain = ({ kind, state, lgas }: Unnamed) =>
    kind === 'senatorial' ? `${state} senatorial district` : lgas.join('/');
  const groups = Map.groupBy(all, (one) => `${one.kind} ${one.state} ${plain(one)}`);
  for (const group of groups.values()) {
    const inOrder = group.toSorted((a, b) => a.code - b.code);
    for (const [index, one] of inOrder.entries()) {
      const number = one.kind === 'senatorial' ? ` ${index + 1}` : numbered(group.length === 1 ? 0 : index + 1);
      names.set(one.id, (plain(one) + number).slice(0, MAX_NAME));
    }
  }
  return names;
}
