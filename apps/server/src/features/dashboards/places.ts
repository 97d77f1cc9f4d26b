import type { LocationId, LocationType } from '@ec/contract/geography/location-id';
import { locationType } from '@ec/contract/geography/location-id';
import { type Actor, requireInside } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { findByName, resolveReference } from '../geography/queries.ts';

/** Finds a place of a type by its code, its id, or a name that is unique for the type. Throws NOT_FOUND outside the caller's area. */
export async function requirePlace(db: Db, actor: Actor, type: LocationType, reference: string): Promise<LocationId> {
  const named = (await resolveReference(db, reference)) ?? (await byName(db, type, reference));
  if (named === undefined || locationType(named) !== type) throw new AppError('NOT_FOUND');
  requireInside(actor, named);
  return named;
}

async function byName(db: Db, type: LocationType, name: string): Promise<LocationId | undefined> {
  const found = await findByName(db, type, name, undefined);
  return found.length === 1 ? found[0] : undefined;
}
