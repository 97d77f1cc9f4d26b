import { ancestorOf, codeOf, type LocationId, locationIdOf, locationType } from '@ec/contract/geography/location-id';
import { LGAS } from '@ec/contract/geography/reference-data';
import {
  noneRefused,
  type RefusedLines,
  refuseLine,
  REGISTER_COLUMNS as COLUMNS,
} from '@ec/contract/geography/register-import';
import { withoutHidden } from '@ec/contract/base/names';
import { parseLine } from './register-lines.ts';
import { plainName } from '../rules.ts';

type Column = (typeof COLUMNS)[number];
const MAX_NAME = 200;
const MAX_REGISTERED = 99_999;
const BOM = '\uFEFF';

export interface RegisterUnit {
  id: LocationId;
  code: string;
  name: string;
  registered: number | null;
}

/** A ward as the file names it, with the line that named it first. */
export interface RegisterWard {
  id: LocationId;
  name: string;
  line: number;
}

export interface RegisterCheck {
  /** Takes the next line; answers the unit it holds, null for a bad or an empty one. */
  take(text: string): RegisterUnit | null;
  readonly wards: ReadonlyMap<LocationId, RegisterWard>;
  readonly refused: RefusedLines;
  readonly rows: number;
  /** Notes what only shows at the end: no header, no unit; or that the file could not be read to its end. */
  finish(damage?: string): void;
}

/** Checks a register line by line against the states and LGAs that are there, and against itself. */
export function createRegisterCheck(places: readonly { id: LocationId; code: string; name: string }[]): RegisterCheck {
  const known = new Map(places.map(({ id, name }) => [id, { name, spellings: new Set([plainName(name)]) }]));
  for (const { id, name, aliases } of LGAS) {
    for (const spelling of [name, ...aliases]) known.get(id)?.spellings.add(plainName(spelling));
  }
  const wards = new Map<LocationId, RegisterWard>();
  const units = new Map<LocationId, number>();
  const refused = noneRefused();
  let columns: Record<Column, number> | undefined;
  let width = 0;
  let line = 0;
  let rows = 0;

  function fault(message: string): null {
    refuseLine(refused, line, message);
    return null;
  }

  function readHeader(fields: string[] | string): void {
    if (typeof fields === 'string') return void fault(fields);
    const names = fields.map((field) => field.replace(BOM, '').toLowerCase());
    width = names.length;
    const missing = COLUMNS.filter((column) => !names.includes(column));
    const twice = COLUMNS.filter((column) => names.indexOf(column) !== names.lastIndexOf(column));
    if (missing.length > 0) fault(`The header lacks ${missing.join(', ')}`);
    if (twice.length > 0) fault(`The header has ${twice.join(', ')} more than once`);
    columns = Object.fromEntries(COLUMNS.map((column) => [column, names.indexOf(column)])) as Record<Column, number>;
  }

  function placeFault(id: LocationId, code: string, kind: string, name: string): string | null {
    const place = known.get(id);
    if (!place) return `There is no ${kind === 'LGA' ? kind : 'state'} ${code}`;
    return place.spellings.has(plainName(name)) ? null : `${kind} ${code} is ${place.name}, not ${name || 'empty'}`;
  }

  function codeFault(code: string, id: LocationId | undefined, value: Record<Column, string>): string | null {
    if (id === undefined || locationType(id) !== 'polling_unit' || codeOf(id) !== code) {
      return /^\d{2}-\d{2,3}-\d{2,3}-\d{3,4}$/.test(code) && !/(^|-)0+(-|$)/.test(code) && id === undefined
        ? `There is no state ${code.slice(0, 2)}`
        : `${code || 'An empty field'} is not a polling unit code like 24-11-05-003`;
    }
    const state = ancestorOf(id, 'state') ?? id;
    const lga = ancestorOf(id, 'lga') ?? id;
    const seen = units.get(id);
    if (seen !== undefined) return `${code} is already on line ${seen}`;
    return placeFault(state, codeOf(state), 'State', value.state) ?? placeFault(lga, codeOf(lga), 'LGA', value.lga);
  }

  function wardFault(ward: LocationId, name: string): string | null {
    const first = wards.get(ward);
    if (!first) {
      wards.set(ward, { id: ward, name, line });
      return null;
    }
    return first.name === name
      ? null
      : `Ward ${codeOf(ward)} is named ${name} here and ${first.name} on line ${first.line}`;
  }

  function readUnit(fields: string[], where: Record<Column, number>): RegisterUnit | null {
    if (fields.length !== width) return fault(`The line has ${fields.length} fields where the header has ${width}`);
    const value = Object.fromEntries(COLUMNS.map((column) => [column, fields[where[column]] ?? ''])) as Record<
      Column,
      string
    >;
    const code = value.pu_code;
    const id = locationIdOf(code);
    const wrong = codeFault(code, id, value);
    if (wrong !== null || id === undefined) return fault(wrong ?? code);
    units.set(id, line);
    const ward = withoutHidden(value.ward);
    const name = withoutHidden(value.polling_unit);
    if (ward === '') return fault(`${code} has no ward name`);
    if (name === '') return fault(`${code} has no name`);
    if (ward.length > MAX_NAME || name.length > MAX_NAME) {
      return fault(`${code} has a name of more than ${MAX_NAME} letters`);
    }
    const registered = value.registered_2023;
    if (registered !== '' && !(/^\d{1,9}$/.test(registered) && Number(registered) <= MAX_REGISTERED)) {
      return fault(`${code}: ${registered} is not a number of registered voters`);
    }
    const otherName = wardFault(ancestorOf(id, 'ward') ?? id, ward);
    if (otherName !== null) return fault(otherName);
    return { id, code, name, registered: registered === '' ? null : Number(registered) };
  }

  return {
    wards,
    refused,
    get rows() {
      return rows;
    },
    take(text) {
      line++;
      if (text.trim() === '') return null;
      const fields = parseLine(text);
      if (!columns) {
        readHeader(fields);
        return null;
      }
      rows++;
      if (typeof fields === 'string') return fault(fields);
      // With a broken header every line would be wrong in the same way.
      return Object.values(columns).includes(-1) ? null : readUnit(fields, columns);
    },
    finish(damage) {
      line = Math.max(1, line);
      if (damage !== undefined) {
        line++;
        fault(damage);
      } else if (!columns) fault('The file is empty');
      else if (rows === 0) fault('The file has a header but no polling unit');
    },
  };
}
