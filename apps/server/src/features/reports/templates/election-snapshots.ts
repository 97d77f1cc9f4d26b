import { NATION } from '@ec/contract/geography/location-id';
import type { Source } from '@ec/contract/elections/schemas';
import type { ElectionId } from '@ec/contract/base/common';
import type { Db } from '../../../platform/database/database.ts';
import { findElectionRow } from '../../elections/queries.ts';
import { listLgaTallies, listPlaces } from '../../live/queries.ts';
import type { Snapshot, Snapshots } from '../../live/snapshot.ts';

/** The snapshots that live figures are read from, made of the report's own view of the database and of nothing newer. */
export function snapshotsOf(db: Db, asOf: Date): Snapshots {
  const known = new Map<string, Promise<Snapshot | undefined>>();
  async function read(electionId: ElectionId, source: Source): Promise<Snapshot | undefined> {
    const [election, tallies, places] = await Promise.all([
      findElectionRow(db, electionId, [NATION]),
      listLgaTallies(db, electionId, source),
      listPlaces(db),
    ]);
    if (!election) return undefined;
    return {
      election,
      tallies,
      places: new Map(places.map((place) => [place.id, place])),
      asOf,
      once: async (_question, work) => await work(),
      onceInArea: async (_area, _question, work) => await work(),
      rowsInArea: async (_area, _question, work) => await work(),
    };
  }
  return {
    async get(electionId, source) {
      const key = `${electionId} ${source}`;
      const picture = known.get(key) ?? read(electionId, source);
      known.set(key, picture);
      return await picture;
    },
  };
}
