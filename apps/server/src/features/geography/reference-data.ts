import { NATION, parentOf, locationType } from '@ec/contract/geography/location-id';
import { referenceLocations } from '@ec/contract/geography/reference-data';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { hasLocation, insertLocations } from './repository.ts';

/**
 * Inserts the nation, zones, states and LGAs into an empty tree. An existing tree is left unchanged, so what an administrator renamed or deleted
 * stays so. Safe to run from several processes at once.
 */
export async function ensureReferenceData(database: Database): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    if (await hasLocation(tx, NATION)) return;
    await insertLocations(
      tx,
      referenceLocations().map((place) => ({ ...place, type: locationType(place.id), parentId: parentOf(place.id) })),
    );
  });
}
