import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/database/database.ts';
import { type GapChain, type GapPlace, readChain, readWards, type WardForm, type WardRows } from './gap-queries.ts';

/** Everything that the gaps of all parties in an area are made of, as it is at one moment. */
export interface GapGround extends GapChain {
  /** The ballot. */
  parties: readonly string[];
  /** Of wards whose form has rows; one that is not among them agrees with our sheets in each unit. */
  wards: ReadonlyMap<LocationId, WardRows>;
}

/** Wards of as many elections are kept as are looked at in one night. */
const MOST_ELECTIONS = 8;

const NOTHING: WardRows = { units: [], unheld: null };

/** Reads the ground of a gap; `db` must be one snapshot. `eachUnheld`: rows without a sheet of ours one by one. */
export type ReadGround = (db: Db, place: GapPlace, eachUnheld: boolean) => Promise<GapGround>;

/**
 * Keeps what was found in each ward until its form or one of our sheets there changes, so that of 8,809 wards only those that changed since the
 * last look are read again. What was kept is used only where form, version, ballot and the mark of our own total are the same.
 */
export function createGapGrounds(): ReadGround {
  const elections = new LRUCache<ElectionId, Map<LocationId, { key: string; rows: WardRows }>>({ max: MOST_ELECTIONS });
  return async (db, place, eachUnheld) => {
    const chain = await readChain(db, place);
    const kept = elections.get(place.electionId) ?? new Map<LocationId, { key: string; rows: WardRows }>();
    elections.set(place.electionId, kept);
    const wards = new Map<LocationId, WardRows>();
    const missing: (WardForm & { key: string })[] = [];
    const ballot = place.parties.join(' ');
    for (const { level, areaId: ward, id, version, parties, hasRows } of chain.forms) {
      if (level !== 'ward' || !hasRows) continue;
      const key = `${id} ${version} ${chain.own.get(ward)?.mark ?? ''} ${ballot}`;
      const found = eachUnheld ? undefined : kept.get(ward);
      if (found?.key === key) wards.set(ward, found.rows);
      else missing.push({ ward, id, version, parties, key });
    }
    if (missing.length > 0) {
      const read = await readWards(db, place, missing, eachUnheld);
      for (const { ward, key } of missing) {
        const rows = read.get(ward) ?? NOTHING;
        wards.set(ward, rows);
        if (!eachUnheld) kept.set(ward, { key, rows });
      }
    }
    return { ...chain, parties: place.parties, wards };
  };
}
