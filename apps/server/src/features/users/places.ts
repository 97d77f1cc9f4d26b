import { ancestorOf, isInside, type LocationId, locationType, NATION } from '@ec/contract/geography/location-id';
import { type Role, ROLES } from '@ec/contract/permissions/roles';
import {
  ASSIGNED_FIELDS,
  PLACE_FIELDS,
  PLACE_TITLES,
  type PlaceField,
  type PlacesInput,
} from '@ec/contract/users/schemas';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { findLocation, placesNamed, resolveReference } from '../geography/queries.ts';
import { assignmentType } from './rules.ts';

const FIELDS = Object.keys(PLACE_FIELDS) as PlaceField[];

type Chain = { field: string; kind: PlaceField; reference: string }[];

const chainOf = (input: PlacesInput, nameOf: (kind: PlaceField) => keyof PlacesInput): Chain =>
  FIELDS.flatMap((kind) => {
    const field = nameOf(kind);
    const reference = input[field]?.trim();
    return reference ? [{ field, kind, reference }] : [];
  });

/** The place of one field of a chain, below the places of the fields before it. */
async function resolveOne(db: Db, link: Chain[number], above: LocationId): Promise<LocationId> {
  const type = PLACE_FIELDS[link.kind];
  const byReference = await resolveReference(db, link.reference);
  if (byReference !== undefined && locationType(byReference) === type) {
    const found = await findLocation(db, byReference);
    if (!found) throw new AppError('UNKNOWN_LOCATION', { reference: link.reference }).atField(link.field);
    if (isInside(byReference, above)) return byReference;
    const parent = (await findLocation(db, above))?.name ?? '';
    throw new AppError('LOCATION_CHAIN', { place: found.name, parent }).atField(link.field);
  }
  const found = await placesNamed(db, { type, name: link.reference, within: above });
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (found.length > 1) {
    throw new AppError('LOCATION_AMBIGUOUS', { count: found.length, name: link.reference }).atField(link.field);
  }
  const elsewhere = await placesNamed(db, { type, name: link.reference, within: NATION });
  if (elsewhere.length === 0) throw new AppError('UNKNOWN_LOCATION', { reference: link.reference }).atField(link.field);
  const parent = (await findLocation(db, above))?.name ?? '';
  throw new AppError('LOCATION_CHAIN', { place: link.reference, parent }).atField(link.field);
}

/** The deepest place of a chain, each link inside the previous one; undefined for an empty chain. */
async function resolveChain(db: Db, chain: Chain, home: LocationId): Promise<LocationId | undefined> {
  let place: LocationId | undefined;
  for (const link of chain) {
    // A name alone is searched inside the author's own area; wider places are named from the nation down.
    const above = place ?? (link.kind === 'region' || isWider(link.kind, home) ? NATION : home);
    place = await resolveOne(db, link, above);
  }
  return place;
}

const isWider = (kind: PlaceField, home: LocationId) => ancestorOf(home, PLACE_FIELDS[kind]) !== undefined;

export interface ResolvedPlaces {
  /** The office's place; undefined if the request does not name it. */
  area: LocationId | undefined;
  /** The personal location; undefined if the request does not name it, null to clear. */
  personalArea: LocationId | null | undefined;
}

/** The place of a role's office in a chain; throws if the chain does not reach that level. */
function officeIn(role: Role, place: LocationId | undefined, assigned: boolean): LocationId | undefined {
  const type = assignmentType(role);
  if (type === 'national') return NATION;
  if (place === undefined) return undefined;
  const area = ancestorOf(place, type);
  if (area !== undefined) return area;
  throw incomplete(role, assigned);
}

/** The error for an assignment that is not deep enough for the role. */
export function incomplete(role: Role, assigned = false): AppError {
  const level = PLACE_TITLES[assignmentType(role)];
  return new AppError('ASSIGNMENT_INCOMPLETE', { role: ROLES[role].title, level }).atField(fieldOf(role, assigned));
}

function fieldOf(role: Role, assigned: boolean): string {
  const kind = FIELDS.find((field) => PLACE_FIELDS[field] === assignmentType(role)) ?? 'region';
  return assigned ? ASSIGNED_FIELDS[kind] : kind;
}

/** The request field for the place of the role's office. */
export function officeField(role: Role, input: PlacesInput, isNew: boolean): string {
  return fieldOf(role, !isNew || FIELDS.some((kind) => input[ASSIGNED_FIELDS[kind]]));
}

/**
 * Reads the ten place fields of a request. The assigned fields are the office; of a new user without them the plain fields are, down to the role's
 * level. The plain fields are always the personal location. Throws UNKNOWN_LOCATION, LOCATION_AMBIGUOUS, LOCATION_CHAIN or ASSIGNMENT_INCOMPLETE at the field.
 */
export async function resolvePlaces(
  db: Db,
  input: PlacesInput,
  { role, home, isNew }: { role: Role; home: LocationId; isNew: boolean },
): Promise<ResolvedPlaces> {
  const personal = chainOf(input, (kind) => kind);
  const assigned = chainOf(input, (kind) => ASSIGNED_FIELDS[kind]);
  const [personalPlace, assignedPlace] = await Promise.all([
    resolveChain(db, personal, home),
    resolveChain(db, assigned, home),
  ]);
  const cleared = personal.length === 0 && FIELDS.some((kind) => input[kind] === null);
  return {
    area: officeIn(role, assignedPlace ?? (isNew ? personalPlace : undefined), assigned.length > 0),
    personalArea: cleared ? null : personalPlace,
  };
}
