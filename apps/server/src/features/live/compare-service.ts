import { childType, type LocationId, locationType } from '@ec/contract/geography/location-id';
import type { Comparison, LiveArea } from '@ec/contract/live/schemas';
import type { ElectionId } from '@ec/contract/base/common';
import type { Db } from '../../platform/database/database.ts';
import { listPairs, type PairRow } from './queries.ts';
import { liveAreas } from './service.ts';
import type { Snapshots } from './snapshot.ts';
import { largestDifference, totalsOf } from './totals.ts';

type Row = Comparison['areas'][number];

function toRow(
  child: LiveArea,
  grassroots: LiveArea | undefined,
  pairs: readonly PairRow[],
  parties: readonly string[],
  threshold: number,
): Row {
  const side = (source: PairRow['source']) => {
    const row = pairs.find((pair) => pair.areaId === child.area.id && pair.source === source);
    return totalsOf(row ? [{ ...row, status: 'verified' }] : [], 'verified', parties);
  };
  const [official, other] = [side('official'), side('grassroots')];
  const gap = largestDifference(official, other);
  return {
    area: child.area,
    official,
    grassroots: other,
    coverage: {
      units: child.coverage.units,
      official: child.coverage.reported,
      grassroots: grassroots?.coverage.reported ?? 0,
      both: official.results,
    },
    difference: gap?.difference ?? null,
    party: gap?.party ?? null,
    marked: gap !== null && gap.difference > threshold,
  };
}

/** The two counts of each child area side by side, over the units that both have; never added together. */
export async function compareSources(
  db: Db,
  snapshots: Snapshots,
  request: { electionId: ElectionId; area: LocationId; parties: readonly string[]; threshold: number },
): Promise<Comparison> {
  const kind = childType(locationType(request.area));
  const { electionId, area, parties, threshold } = request;
  const [official, grassroots, pairs] = await Promise.all([
    liveAreas(db, snapshots, { electionId, area, source: 'official' }, undefined),
    liveAreas(db, snapshots, { electionId, area, source: 'grassroots' }, undefined),
    kind ? listPairs(db, electionId, area, kind) : [],
  ]);
  const others = new Map(grassroots.areas.map((row) => [row.area.id, row]));
  return {
    threshold,
    areas: official.areas.map((row) => toRow(row, others.get(row.area.id), pairs, parties, threshold)),
    asOf: official.asOf,
  };
}
