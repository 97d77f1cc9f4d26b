import {
  childId,
  childNumber,
  codeOf,
  type LocationId,
  locationType,
  NATION,
} from '@ec/contract/geography/location-id';
import {
  type AddLocationRequest,
  type DeleteLocationRequest,
  GEOGRAPHY_TYPES,
  type GeographyType,
  type Location,
  type RenameLocationRequest,
} from '@ec/contract/geography/schemas';
import { type Actor, requireInside } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { shareTree } from '../../platform/database/advisory-locks.ts';
import { AppError } from '../../platform/http/errors.ts';
import { findByName, findLocation, resolveReference } from './queries.ts';
import {
  countUses,
  deleteLocation,
  highestChild,
  highestStateCode,
  insertLocations,
  lockForDelete,
  lockLocation,
  nameTaken,
  refreshSumsAbove,
  renameLocation,
} from './repository.ts';
import { inTheWay, mayHold, nextNumber } from './rules.ts';

async function requireNoImport(write: WriteContext): Promise<void> {
  if (!(await shareTree(write.tx))) throw new AppError('IMPORT_RUNNING');
}

async function requireReference(db: Db, reference: string): Promise<LocationId> {
  const id = await resolveReference(db, reference);
  if (id === undefined) throw new AppError('UNKNOWN_LOCATION', { reference });
  return id;
}

/** The place of the request, by its id or by name and parent. */
async function requirePlace(
  db: Db,
  which: { type: GeographyType; id?: string | undefined; parentId?: string | undefined; name?: string | undefined },
): Promise<Location> {
  const type = GEOGRAPHY_TYPES[which.type];
  let id: LocationId | undefined;
  if (which.id !== undefined) id = await requireReference(db, which.id);
  else if (which.name === undefined) {
    throw new AppError('VALIDATION_FAILED').at({ path: 'name', message: 'Give the id or the name of the location' });
  } else {
    const parent = which.parentId === undefined ? undefined : await requireReference(db, which.parentId);
    const found = await findByName(db, type, which.name, parent);
    if (found.length > 1) throw new AppError('LOCATION_AMBIGUOUS', { count: found.length, name: which.name });
    id = found[0];
  }
  const place = id === undefined ? undefined : await findLocation(db, id);
  if (place?.type !== type) throw new AppError('UNKNOWN_LOCATION', { reference: which.id ?? which.name ?? '' });
  return place;
}

export async function rename(write: WriteContext, actor: Actor, request: RenameLocationRequest): Promise<Location> {
  await requireNoImport(write);
  const { tx } = write;
  const place = await requirePlace(tx, { ...request, name: request.oldName });
  requireInside(actor, place.id);
  if (place.parentId !== null) await lockLocation(tx, place.parentId);
  // Read under the lock: a concurrent rename has ended, and the name the user saw may have changed.
  const present = await lockLocation(tx, place.id);
  if (!present) throw new AppError('UNKNOWN_LOCATION', { reference: place.code });
  if (present.name === request.newName) {
    write.noChange();
    return { ...place, name: present.name };
  }
  if (request.oldName !== undefined && present.name.toLowerCase() !== request.oldName.toLowerCase()) {
    throw new AppError('CONFLICT');
  }
  if (await nameTaken(tx, place.parentId, request.newName, place.id)) {
    throw new AppError('LOCATION_EXISTS', { name: request.newName });
  }
  await renameLocation(tx, place.id, request.newName);
  await write.audit({
    event: 'geography.renamed',
    resourceId: place.code,
    areaId: place.id,
    previous: { name: present.name },
    next: { name: request.newName },
  });
  await write.emit({ type: 'geography.changed' });
  return (await findLocation(tx, place.id)) ?? place;
}

async function requireParent(write: WriteContext, request: AddLocationRequest): Promise<LocationId> {
  if (request.parentId === undefined && request.type !== 'regions') {
    throw new AppError('VALIDATION_FAILED').at({ path: 'parentId', message: 'Say where the new location lies' });
  }
  const parent = request.parentId === undefined ? NATION : await requireReference(write.tx, request.parentId);
  if (!mayHold(parent, GEOGRAPHY_TYPES[request.type])) {
    throw new AppError('VALIDATION_FAILED').at({ path: 'parentId', message: 'The parent is of another kind' });
  }
  return parent;
}

/** Adds a place below its parent under INEC's next free number. */
export async function add(write: WriteContext, actor: Actor, request: AddLocationRequest): Promise<Location> {
  await requireNoImport(write);
  const { tx } = write;
  const type = GEOGRAPHY_TYPES[request.type];
  const parentId = await requireParent(write, request);
  requireInside(actor, parentId);
  // States are numbered nationwide, so two zones must not issue one number concurrently.
  const locked = await lockLocation(tx, type === 'state' ? NATION : parentId);
  if (!locked) throw new AppError('UNKNOWN_LOCATION', { reference: request.parentId ?? 'NG' });
  const parent = type === 'state' ? await lockLocation(tx, parentId) : locked;
  if (!parent) throw new AppError('UNKNOWN_LOCATION', { reference: request.parentId ?? '' });
  if (await nameTaken(tx, parentId, request.name)) throw new AppError('LOCATION_EXISTS', { name: request.name });
  const number = nextNumber(type, type === 'state' ? await highestStateCode(tx) : await highestNumber(write, parentId));
  if (number === undefined) throw new AppError('LOCATION_FULL', { name: parent.name });
  const id = childId(parentId, number);
  const { name, registeredVoters } = request;
  await insertLocations(tx, [{ id, type: locationType(id), name, code: codeOf(id), parentId, registeredVoters }]);
  if (type === 'polling_unit') await refreshSumsAbove(tx, id);
  await write.audit({
    event: 'geography.added',
    resourceId: codeOf(id),
    areaId: id,
    next: { type, name, code: codeOf(id), ...(registeredVoters !== undefined && { registeredVoters }) },
  });
  await write.emit({ type: 'geography.changed' });
  const place = await findLocation(tx, id);
  if (!place) throw new Error(`${codeOf(id)} was not stored`);
  return place;
}

async function highestNumber(write: WriteContext, parentId: LocationId): Promise<number> {
  const highest = await highestChild(write.tx, parentId);
  return highest === null ? 0 : childNumber(highest);
}

/** Deletes a place without references. */
export async function remove(write: WriteContext, actor: Actor, request: DeleteLocationRequest): Promise<Location> {
  await requireNoImport(write);
  const { tx } = write;
  const place = await requirePlace(tx, request);
  requireInside(actor, place.id);
  // Of two concurrent deletions the second waits here and finds no row.
  if (!(await lockForDelete(tx, place.id))) throw new AppError('UNKNOWN_LOCATION', { reference: place.code });
  const uses = await countUses(tx, place.id);
  const reason = inTheWay(uses);
  if (reason !== null) throw new AppError('IN_USE', { name: place.name, reason, uses: { ...uses } });
  if (!(await deleteLocation(tx, place.id))) {
    throw new AppError('IN_USE', { name: place.name, reason: 'other records refer to it' });
  }
  if (place.type === 'polling_unit') await refreshSumsAbove(tx, place.id);
  await write.audit({
    event: 'geography.deleted',
    resourceId: place.code,
    areaId: place.parentId,
    previous: { type: place.type, name: place.name, code: place.code },
  });
  await write.emit({ type: 'geography.changed' });
  return place;
}
