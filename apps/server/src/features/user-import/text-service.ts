import type { UserId } from '@ec/contract/base/common';
import { errorText } from '@ec/contract/base/errors';
import { ancestorOf, isInside, type LocationId, locationIdOf, locationType } from '@ec/contract/geography/location-id';
import { type Role, ROLES } from '@ec/contract/permissions/roles';
import type { TextImportAnswer, TextImportPreview, TextImportRequest } from '@ec/contract/users/import';
import { PLACE_TITLES } from '@ec/contract/users/schemas';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { HiddenPhones } from '../users/hidden-phones.ts';
import { notifyPeopleChanged, passLimitsOn } from '../users/people.ts';
import { holdsArea, type Manager, mayImport, textImportRoles } from '../users/rules.ts';
import { importedPhones } from './row-check.ts';
import { firstSignIn, statesOf, storePeople } from './people-service.ts';
import { officesHeld, type Place, upperPlaces } from './queries.ts';
import { type LineProblem, readTextLines, type TextLine } from './text-lines.ts';
import { plainCode, sameName } from './file-rules.ts';
import type { NewPerson } from '../../platform/database/tables/users.ts';

const ASKED = 'Please provide import text and select a state';

interface Draft extends TextLine {
  lgaId: LocationId;
  area: LocationId;
  place: string;
}

/** Refuses actors who may import no role, and roles that an import of names and LGAs does not give. */
export function requireImport(actor: Manager, role: Role, roles: readonly Role[]): void {
  if (!mayImport(actor)) throw new AppError('NOT_PERMITTED', { action: 'import users' });
  if (roles.includes(role)) return;
  const error = new AppError('ROLE_NOT_ASSIGNABLE', { role: ROLES[role].title });
  throw error.atField('role');
}

function stateOf(actor: Actor, places: readonly Place[], reference: string): Place {
  const id = locationIdOf(reference);
  const states = places.filter((place) => locationType(place.id) === 'state');
  const found = states.find((state) => state.id === id || state.code === reference || sameName(state.name, reference));
  // A moderator who is narrowed to LGAs imports into the state that holds them, each line inside their own.
  const touched = found && areasOf(actor).some((own) => isInside(found.id, own) || isInside(own, found.id));
  if (found && touched) return found;
  const error = new AppError('UNKNOWN_LOCATION', { reference });
  throw error.atField('state');
}

/** Finds each line's LGA in the state, and with it the place of the office. */
function placeLines(
  actor: Actor,
  lines: readonly TextLine[],
  where: { places: readonly Place[]; state: Place; role: Role },
): { drafts: Draft[]; problems: LineProblem[] } {
  const { state, role } = where;
  const lgas = where.places.filter((place) => place.parent === state.id);
  const drafts: Draft[] = [];
  const problems: LineProblem[] = [];
  for (const line of lines) {
    // The code of a ward or unit stands for the LGA that holds it.
    const code = locationIdOf(plainCode(line.lga));
    const inside = code === undefined ? undefined : (ancestorOf(code, 'lga') ?? code);
    const lga = lgas.find((place) => place.id === inside || sameName(place.name, line.lga));
    const office = role === 'state_admin' ? state : lga;
    if (lga && office && holdsArea(actor, office.id))
      drafts.push({ ...line, lgaId: lga.id, area: office.id, place: office.name });
    else
      problems.push({ line: line.line, message: `There is no LGA "${line.lga}" in ${state.name} that you may assign` });
  }
  return { drafts, problems };
}

interface Taken {
  problems: LineProblem[];
  /** How many of them disclose a number in use that the actor may not see. */
  hidden: number;
}

/** Lines whose phone or office is taken: by a user, or by a line above. */
async function takenLines(db: Db, hiding: HiddenPhones, role: Role, drafts: readonly Draft[]): Promise<Taken> {
  const phones = await hiding.taken(db, new Set(drafts.map(({ phone }) => phone)));
  const offices = await officesHeld(db, role, new Set(drafts.map(({ area }) => area)));
  const level = PLACE_TITLES[ROLES[role].assignment];
  const lineOf = new Map<string, number>();
  const problems: LineProblem[] = [];
  let hidden = 0;
  for (const { line, phone, area, place } of drafts) {
    const twice = lineOf.get(phone);
    const office = errorText('OFFICE_TAKEN', { role: ROLES[role].title, level, place });
    if (twice !== undefined) problems.push({ line, message: `Line ${twice} has the same phone number` });
    else if (offices.has(area)) problems.push({ line, message: office });
    // Last: a line that could not be stored anyway does not disclose whether its phone is in use.
    else if (phones.has(phone)) {
      problems.push({ line, message: errorText('PHONE_IN_USE') });
      if (phones.get(phone) !== true) hidden += 1;
    }
    if (twice === undefined) lineOf.set(phone, line);
    offices.add(area);
  }
  return { problems, hidden };
}

function refuse(problems: readonly LineProblem[]): never {
  // The user who took the phone a moment ago may have released it again: then there is nothing to name.
  if (problems.length === 0) throw new AppError('CONFLICT');
  const lines = problems
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, message }) => ({ line, message: `Line ${line}: ${message}` }));
  throw new AppError('IMPORT_INVALID', { count: lines.length, lines });
}

interface CheckedText {
  drafts: readonly Draft[];
  state: Place;
  /** Looks again, at those whose phone or office was taken meanwhile. */
  wrongWith: (those: readonly Draft[], others: readonly LineProblem[]) => Promise<readonly LineProblem[]>;
}

/** The people of a text with their places; refused with every bad line. */
async function checkText(write: WriteContext, actor: Actor, request: TextImportRequest): Promise<CheckedText> {
  const { tx, platform } = write;
  const { role } = request;
  requireImport(actor, role, textImportRoles(actor));
  const places = await upperPlaces(tx);
  const state = stateOf(actor, places, request.state);
  const read = readTextLines(request.importText);
  const { drafts, problems } = placeLines(actor, read.lines, { places, state, role });
  const phones = importedPhones(platform, actor);
  const wrongWith = async (
    those: readonly Draft[],
    others: readonly LineProblem[],
  ): Promise<readonly LineProblem[]> => {
    const taken = await takenLines(tx, phones, role, those);
    if (taken.hidden > 0) write.afterRollback(() => phones.count(taken.hidden));
    return [...others, ...taken.problems];
  };
  const wrong = await wrongWith(drafts, [...read.problems, ...problems]);
  if (wrong.length > 0) refuse(wrong);
  if (drafts.length === 0) throw new AppError('VALIDATION_FAILED').at({ path: 'importText', message: ASKED });
  return { drafts, state, wrongWith };
}

/** Who an import of the text would add, and where. */
export async function previewText(
  write: WriteContext,
  actor: Actor,
  request: TextImportRequest,
): Promise<TextImportPreview> {
  const { drafts } = await checkText(write, actor, request);
  write.noChange();
  return { people: drafts.map(({ line, name, phone, place }) => ({ line, name, phone, place })) };
}

/** Imports the people of a text, all or none. */
export async function importText(
  write: WriteContext,
  actor: Actor,
  request: TextImportRequest,
): Promise<TextImportAnswer> {
  const { tx, now, organisation, platform } = write;
  const { role } = request;
  const { drafts, state, wrongWith } = await checkText(write, actor, request);
  const signIn = await firstSignIn(platform.config);
  const people = drafts.map(({ name, phone, area, place, lgaId }): NewPerson => {
    const inviteCode = signIn.inviteCode();
    return { id: newId<UserId>(), name, phone, email: null, role, area, place, personalArea: lgaId, inviteCode };
  });
  const sender = { systemName: organisation.settings.general.systemName, publicUrl: platform.config.publicUrl };
  const stored = await storePeople(tx, people, {
    by: actor.userId,
    passwordHash: signIn.passwordHash,
    sender,
    secrets: platform.secrets,
    now,
  });
  // Another user took a phone or an office between the check and the insert: a second check names the line.
  if (stored.size < people.length) refuse(await wrongWith(missing(drafts, people, stored), []));
  const limits = await passLimitsOn(write, [...stored], role, [actor]);
  await write.audit({
    event: 'user.imported',
    areaId: state.id,
    next: { role, state: state.name, count: stored.size, userIds: [...stored], ...limits },
  });
  for (const area of statesOf(people.map((person) => person.area))) await notifyPeopleChanged(write, area);
  write.afterCommit(() => platform.messages.wake());
  return { imported: stored.size, errors: [] };
}

const missing = (drafts: readonly Draft[], people: readonly NewPerson[], stored: ReadonlySet<UserId>) =>
  drafts.filter((_, index) => !stored.has(people[index]?.id ?? ('' as UserId)));
