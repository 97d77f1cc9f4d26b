import type { ElectionId } from '@ec/contract/base/common';
import type { DashboardElection } from '@ec/contract/dashboards/schemas';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import type { Settings } from '@ec/contract/settings/schemas';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import type { Platform } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import type { CollationCounter } from '../collations/counts/count-service.ts';
import type { CountedElections } from '../dashboards/election-choice.ts';
import type { Declarations } from '../live/declaration-service.ts';
import { liveFeed } from '../live/feed-service.ts';
import { listPlaces } from '../live/queries.ts';
import type { Snapshot, Snapshots } from '../live/snapshot.ts';
import { figuresOf } from './figures.ts';
import { flaggedResults, openDisputes } from './lists.ts';
import { type ArrivalRow, type CheckCount, countArrivals, type Counted, countFlagged } from './queries.ts';
import { paceBegins, projectionOf, stretchesOf } from './rules.ts';

const FEED = 20;
/** Cache times for data that changes less often than the figures. */
const SECOND = { renewMs: 500, serveMs: 1000 };
/** The rate reads every result of the last hours, so it is read rarely. */
const RATE = { renewMs: 20_000, serveMs: 180_000, gently: true };

interface Arrivals {
  rows: ArrivalRow[];
  asOf: Date;
}

interface Reader {
  areas: readonly LocationId[];
  settings: Settings;
}

/** One room for two kinds of readers. Both are frozen and shared, so that their JSON is made once. */
export interface Room {
  full: SituationRoom;
  /** Without what people wrote, and of collation the counts of forms alone: anybody may read a wall screen. */
  wall: SituationRoom;
}

export interface SituationRooms {
  /** The room of the election requested, or of the current one, for all readers with these areas. */
  get(reader: Reader, asked: ElectionId | undefined): Promise<Room>;
}

function roomOf(full: SituationRoom): Room {
  const newest = full.disputes.newest.map((dispute) => ({ ...dispute, reason: null }));
  const collation = full.collation && { ...full.collation, differing: null, agents: null };
  const wall = { ...full, disputes: { ...full.disputes, newest }, collation };
  return { full: Object.freeze(full), wall: Object.freeze(wall) };
}

function rateOf(arrivals: Arrivals, election: DashboardElection, coverage: SituationRoom['coverage'], now: Date) {
  const lastHour = arrivals.rows.reduce((sum, row) => sum + row.lastHour, 0);
  const closesAt = new Date(election.closesAt);
  const { completeAt, none } = projectionOf({ ...coverage, lastHour, closesAt, now });
  const stretches = stretchesOf(arrivals.rows, arrivals.asOf);
  return {
    stretches: stretches.map(({ at, results }) => ({ at: at.toISOString(), results })),
    lastHour,
    completeAt: completeAt?.toISOString() ?? null,
    none,
    asOf: arrivals.asOf.toISOString(),
  };
}

/** The room while there is nothing to count: the states with zeros. */
async function emptyRoom(db: Db, areas: readonly LocationId[], now: Date): Promise<Room> {
  const places = new Map((await listPlaces(db)).map((place) => [place.id, place]));
  const asOf = now.toISOString();
  const stretches = stretchesOf([], now).map(({ at, results }) => ({ at: at.toISOString(), results }));
  return roomOf({
    election: null,
    elections: [],
    ...(await figuresOf(db, null, places, areas)),
    feed: [],
    disputes: { open: 0, unassigned: 0, newest: [] },
    alerts: { total: 0, byCheck: [], newest: [] },
    rate: { stretches, lastHour: 0, completeAt: null, none: 'not_started' as const, asOf },
    declaration: null,
    collation: null,
    asOf,
  });
}

/** Computes the room once per snapshot for all readers with the same areas. */
export function createSituationRooms(
  platform: Platform,
  snapshots: Snapshots,
  counted: CountedElections,
  declarations: Declarations,
  countCollation: CollationCounter,
): SituationRooms {
  const empty = staleWhileRevalidate<Room>(SECOND);
  // Thousands of results have flags: counting them for each snapshot would cost more than everything else.
  const checks = staleWhileRevalidate<CheckCount[]>(SECOND);
  const forms = staleWhileRevalidate<Pick<SituationRoom, 'collation'>>(SECOND);
  const rates = staleWhileRevalidate<Arrivals>(RATE);
  platform.events.subscribe((events) => {
    const changed = events.some(({ event }) => event.type === 'election.changed' || event.type === 'settings.changed');
    if (!changed) return;
    empty.forget();
  });

  async function countRate(which: Counted): Promise<Arrivals> {
    const asOf = platform.clock.now();
    return { rows: await countArrivals(platform.database.db, which, paceBegins(asOf), asOf), asOf };
  }

  async function workOut(
    snapshot: Snapshot,
    election: DashboardElection,
    elections: DashboardElection[],
    areas: readonly LocationId[],
    key: string,
  ): Promise<Room> {
    const { db } = platform.database;
    const which = { electionId: election.id, areas };
    const kept = `${election.id} ${key}`;
    const [figures, feed, disputes, alerts, arrivals, declaration, { collation }] = await Promise.all([
      figuresOf(db, snapshot, snapshot.places, areas),
      liveFeed(db, { ...which, source: 'official' }, FEED, snapshot.election.parties),
      openDisputes(db, which),
      flaggedResults(
        db,
        which,
        checks.get(kept, () => countFlagged(db, which)),
      ),
      rates.get(kept, () => countRate(which)),
      declarations.only(snapshot, areas),
      forms.get(kept, async () => ({ collation: await countCollation(db, election.id, areas) })),
    ]);
    return roomOf({
      election,
      elections,
      ...figures,
      feed,
      disputes,
      alerts,
      rate: rateOf(arrivals, election, figures.coverage, snapshot.asOf),
      declaration,
      collation,
      asOf: snapshot.asOf.toISOString(),
    });
  }

  return {
    async get(reader, asked) {
      const { areas } = reader;
      const key = areas.toSorted((a, b) => a - b).join(' ');
      const { election, elections } = await counted.choose(reader.settings, areas, asked);
      if (!election) {
        return await empty.get(key, () => emptyRoom(platform.database.db, areas, platform.clock.now()));
      }
      const snapshot = await snapshots.get(election.id, 'official', NATION);
      if (!snapshot) throw new AppError('ELECTION_NOT_FOUND');
      return await snapshot.once(`situation ${declarations.version(snapshot)} ${key}`, () =>
        workOut(snapshot, election, elections, areas, key),
      );
    },
  };
}
