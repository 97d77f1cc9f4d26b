import { withArticle } from '@ec/contract/base/wording';
import type { UserId } from '@ec/contract/base/common';
import { errorText } from '@ec/contract/base/errors';
import type { LocationId } from '@ec/contract/geography/location-id';
import { ROLES } from '@ec/contract/permissions/roles';
import { plainSpelling } from '@ec/contract/base/names';
import type { FileImportRole, ImportColumn } from '@ec/contract/users/import';
import { isEmailAddress, PLACE_TITLES } from '@ec/contract/users/schemas';
import type { Db } from '../../platform/database/database.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { parsePhone, type PhoneReader } from '../../platform/identity/phones.ts';
import { hiddenPhones, type HiddenPhones } from '../users/hidden-phones.ts';
import { holdsArea, isOffice } from '../users/rules.ts';
import type { Columns } from './file-rules.ts';
import type { FileRow } from './csv-file.ts';
import { createPlaceFinder, type WrittenPlace } from './place-finder.ts';
import { officesHeld, type Place } from './queries.ts';
import type { NewPerson, Refusal } from '../../platform/database/tables/users.ts';
import { nameProblem } from './text-lines.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/http/context.ts';

/** A row that can be stored, as far as can be said before it is. */
export interface Candidate extends NewPerson {
  line: number;
  content: readonly string[];
}

export interface RowCheck {
  /** Separates the rows that can be stored from the others. */
  take(rows: readonly FileRow[]): Promise<{ accepted: Candidate[]; refused: Refusal[] }>;
  /** Why a row that was accepted could not be stored after all. */
  lost(candidate: Candidate): Promise<Refusal>;
}

type InUse = ReadonlyMap<string, boolean>;

interface ReadRow {
  row: FileRow;
  name: string;
  phone: string | undefined;
  email: string | null;
  written: WrittenPlace;
  problems: string[];
}

/** What can be stored and sent back of a field: no control characters, and no file of another kind in one cell. */
const kept = (field: string) => field.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, 1000);

/** Spreadsheets are kept from running a cell that begins like a formula by an apostrophe, which is not part of it. */
const bare = (field: string) => kept(/^'[=+\-@]/.test(field) ? field.slice(1) : field).trim();

function readRow(row: FileRow, columns: Columns, headings: number): ReadRow {
  const of = (column: ImportColumn) => bare(row.fields[columns[column] ?? -1] ?? '');
  const name = plainSpelling(of('name')).replaceAll(/\s+/g, ' ');
  const phone = parsePhone(of('phone'));
  const email = of('email');
  const written = {
    code: of('pu_code') || of('ward_code'),
    names: [of('state'), of('lga'), of('ward'), of('polling_unit')],
  };
  const problems = [nameProblem(name)];
  if (of('phone') === '') problems.push('The phone number is missing');
  else if (phone === undefined) problems.push(errorText('BAD_PHONE'));
  if (email !== '' && !isEmailAddress(email)) problems.push('The e-mail address is not one');
  if (row.fields.slice(headings).some((field) => field !== ''))
    problems.push(`The line has ${row.fields.length} fields, but the first line names ${headings} columns`);
  if (row.fields.some((field) => field.includes('\uFFFD')))
    problems.push('The line has characters that are not UTF-8. Save the file as CSV (UTF-8)');
  const said = problems.filter((problem) => problem !== undefined);
  return { row, name, phone, email: email || null, written, problems: said };
}

/** Checks the rows of one file, in their order: each against the organisation, and against the rows above it. */
export async function createRowCheck(
  db: Db,
  actor: PhoneReader,
  file: { role: FileImportRole; columns: Columns; headings: number; inviteCode: () => string | null },
  phones: HiddenPhones,
): Promise<RowCheck> {
  const { role } = file;
  const type = ROLES[role].assignment;
  const finder = await createPlaceFinder(db, type);
  const lineOfPhone = new Map<string, number>();
  const lineOfOffice = new Map<LocationId, number>();
  const officeText = (place: string) =>
    errorText('OFFICE_TAKEN', { role: ROLES[role].title, level: PLACE_TITLES[type], place });

  /** What speaks against the place, or undefined. */
  function placeProblem(place: Place | string, held: ReadonlySet<LocationId>): string | undefined {
    if (typeof place === 'string') return place;
    if (!holdsArea(actor, place.id)) return `${place.name} (${place.code}) is outside your area`;
    if (!isOffice(role)) return undefined;
    if (held.has(place.id)) return officeText(place.name);
    const line = lineOfOffice.get(place.id);
    return line === undefined
      ? undefined
      : `Line ${line} names ${withArticle(ROLES[role].title)} for ${place.name} already`;
  }

  function repeatedPhone(phone: string | undefined): string | undefined {
    const line = phone === undefined ? undefined : lineOfPhone.get(phone);
    return line === undefined ? undefined : `Line ${line} has the same phone number`;
  }

  /** A row that could not be stored anyway does not disclose whether its phone is in use. */
  function phoneTaken(phone: string | undefined, against: readonly unknown[], inUse: InUse): string | undefined {
    return against.length === 0 && phone !== undefined && inUse.has(phone) ? errorText('PHONE_IN_USE') : undefined;
  }

  return {
    async take(rows) {
      const read = rows.map((row) => readRow(row, file.columns, file.headings));
      await finder.prepare(read.map(({ written }) => written));
      const places = read.map(({ written }) => finder.find(written));
      const inUse = await phones.taken(db, new Set(read.flatMap(({ phone }) => phone ?? [])));
      const areas = new Set(places.flatMap((place) => (typeof place === 'string' ? [] : [place.id])));
      const held = isOffice(role) ? await officesHeld(db, role, areas) : new Set<LocationId>();

      const accepted: Candidate[] = [];
      const refused: Refusal[] = [];
      let hidden = 0;
      for (const [index, { row, name, phone, email, problems }] of read.entries()) {
        const place = places[index] ?? '';
        const content = row.fields.map(kept);
        const without = [...problems, repeatedPhone(phone), placeProblem(place, held)].filter(
          (problem) => problem !== undefined,
        );
        const taken = phoneTaken(phone, without, inUse);
        if (taken !== undefined && phone !== undefined && inUse.get(phone) !== true) hidden += 1;
        const against = taken === undefined ? without : [taken];
        if (against.length > 0 || phone === undefined || typeof place === 'string') {
          refused.push({ line: row.line, content, reason: against.join('; ') });
          continue;
        }
        lineOfPhone.set(phone, row.line);
        lineOfOffice.set(place.id, row.line);
        const where = { area: place.id, place: place.name, personalArea: null };
        const id = newId<UserId>();
        const inviteCode = file.inviteCode();
        accepted.push({ line: row.line, content, id, name, phone, email, role, ...where, inviteCode });
      }
      await phones.count(hidden);
      return { accepted, refused };
    },
    async lost({ line, content, phone, place, area }) {
      const held = isOffice(role) && (await officesHeld(db, role, [area])).has(area);
      const seen = held ? undefined : (await phones.taken(db, new Set([phone]))).get(phone);
      if (seen === false) await phones.count(1);
      return { line, content, reason: seen === undefined ? officeText(place) : errorText('PHONE_IN_USE') };
    },
  };
}

/** The limit of disclosed numbers for one import is below that for a day. */
export const HIDDEN_PHONES_PER_IMPORT = 100;

/** The numbers of one import; throws USER_IMPORT_PHONES_TAKEN where too many belong to people whose phone the importer is not shown. */
export function importedPhones(platform: Platform, reader: PhoneReader): HiddenPhones {
  const phones = hiddenPhones(platform, reader, 'USER_IMPORT_PHONES_TAKEN');
  let hidden = 0;
  return {
    taken: async (db, numbers) => await phones.taken(db, numbers),
    async count(more) {
      hidden += more;
      await phones.count(Math.min(more, HIDDEN_PHONES_PER_IMPORT));
      if (hidden > HIDDEN_PHONES_PER_IMPORT) throw new AppError('USER_IMPORT_PHONES_TAKEN');
    },
  };
}
