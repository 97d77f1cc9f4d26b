import type { ElectionId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { areaRange, type LocationId } from '@ec/contract/geography/location-id';
import type { Platform } from '../../platform/http/context.ts';
import { type Life, staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import type { ElectionRow } from '../elections/queries.ts';
import { countKey, followChanges } from './changes.ts';
import { inOneSnapshot } from '../../platform/database/database.ts';
import {
  type AffectedFigures,
  type CountedWard,
  type CoveredWard,
  listCountedWards,
  listCoveredWards,
  listOverVoted,
} from './ward-queries.ts';

/** Counted totals of an election by ward and status, each with the register of its units, and the register of all covered wards. */
export interface WardFigures {
  covered: readonly CoveredWard[];
  counted: readonly CountedWard[];
  /** Counted as pending, though no review can verify them; read at the same moment as what is counted. */
  overVoted: readonly AffectedFigures[];
}

/** Reads the figures of an election; a report reads its own view of the database. */
export type ReadWards = (election: Pick<ElectionRow, 'id' | 'areas'>, source: Source) => Promise<WardFigures>;

type Placed = Pick<CoveredWard, 'areaId'>;

/** The rows of wards in the area; they are in the order of their wards. */
export function wardsIn<T extends Placed>(rows: readonly T[], area: LocationId): readonly T[] {
  const { first, last } = areaRange(area);
  const before = (id: number) => {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((rows[middle]?.areaId ?? id) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return rows.slice(before(first), before(last + 1));
}

const CLEAN: Life = { renewMs: 500, serveMs: 1000 };
/** After a change it is read again soon, but at most a fifth of the time is spent on reading: in the busiest minutes thousands of wards change at once. */
const dirty = (tookMs: number): Life => ({ renewMs: Math.max(100, 5 * tookMs), serveMs: Math.max(200, 10 * tookMs) });
/** How often everything is read again; in between only the wards that events name are. */
const WHOLE_MS = 60_000;

const isOld = ({ wholeAt }: Reading) => performance.now() - wholeAt > WHOLE_MS;

interface Reading extends WardFigures {
  readAt: number;
  wholeAt: number;
  /** How long everything took. */
  wholeMs: number;
  tookMs: number;
}

/**
 * Keeps the ward figures of each election, and reads again only the wards whose results changed. Votes and register come from one statement, so
 * that no unit is counted in one and missing in the other.
 */
export function createCountedWards({ events, database }: Pick<Platform, 'events' | 'database'>): ReadWards {
  const changes = followChanges(events, () => undefined);
  const readings = staleWhileRevalidate<Reading>({
    ...CLEAN,
    most: 50,
    lifeOf: ({ startedAt, made }, key) => {
      const changed = changes.lastIn(key as ReturnType<typeof countKey>) >= startedAt;
      const life = changed ? dirty(made?.tookMs ?? 0) : CLEAN;
      if (!made || !isOld(made)) return life;
      // No reader waits while everything is read again.
      return { ...life, serveMs: life.serveMs + 2 * made.wholeMs };
    },
  });

  async function read(
    election: Pick<ElectionRow, 'id' | 'areas'>,
    source: Source,
    previous: Promise<Reading> | undefined,
  ): Promise<Reading> {
    const before = await previous;
    const readAt = performance.now();
    const took = () => ({ readAt, tookMs: performance.now() - readAt });
    const wards = before ? changes.placesSince(countKey(election.id, source), 'ward', before.readAt) : 'anywhere';
    if (!before || wards === 'anywhere' || isOld(before)) {
      const figures = await inOneSnapshot(database.db, async (db) => await readWards(db, election, source));
      const time = took();
      return { ...figures, ...time, wholeAt: readAt, wholeMs: time.tookMs };
    }
    const { covered, wholeAt, wholeMs } = before;
    if (wards.length === 0) return { ...before, ...took() };
    const [newer, overVoted] = await inOneSnapshot(database.db, async (db) => [
      await listCountedWards(db, election.id, source, wards),
      await listOverVoted(db, election.id, source),
    ]);
    const replaced = new Set(wards.flatMap((ward) => wardsIn(before.counted, ward)));
    const counted = [...before.counted.filter((row) => !replaced.has(row)), ...newer].toSorted(
      (a, b) => a.areaId - b.areaId,
    );
    return { covered, counted, overVoted, ...took(), wholeAt, wholeMs };
  }

  return async (election, source) =>
    await readings.get(countKey(election.id, source), (before) => read(election, source, before));
}

/** Everything, by three statements: what is covered changes with the register and the election alone. */
export async function readWards(
  db: Parameters<typeof listCoveredWards>[0],
  election: { id: ElectionId; areas: readonly { id: LocationId }[] },
  source: Source,
): Promise<WardFigures> {
  const [covered, counted, overVoted] = await Promise.all([
    listCoveredWards(
      db,
      election.areas.map(({ id }) => id),
    ),
    listCountedWards(db, election.id, source, null),
    listOverVoted(db, election.id, source),
  ]);
  return { covered, counted, overVoted };
}
