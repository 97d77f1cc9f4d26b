import type { ElectionId } from '@ec/contract/base/common';
import type { Declaration, DeclarationByBasis, DeclarationQuery } from '@ec/contract/elections/declaration';
import { KIND_OF_ELECTION } from '@ec/contract/constituencies/kinds';
import { NOT_DECIDED } from '@ec/contract/elections/declaration-words';
import type { FollowKind } from '@ec/contract/elections/schemas';
import { isInside, type LocationId, NATION } from '@ec/contract/geography/location-id';
import { addCoverage } from '@ec/contract/live/sums';
import type { Platform } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { type ElectionRow, findElectionRow } from '../elections/queries.ts';
import { type ContestOf, type Contests, contestsOf, holds, isWhole } from './contests.ts';
import { createCountedWards, type ReadWards } from './counted-wards.ts';
import { contestRow, type DeclarationFigures, declareContest, seatsOf } from './declare-contest.ts';
import { requireSnapshot } from './service.ts';
import type { Snapshot, Snapshots } from './snapshot.ts';
import { listAffectedFigures } from './ward-queries.ts';

/** A run-off follows an election, perhaps another run-off; no chain is longer. */
const MOST_FOLLOWED = 4;

async function followedBy(db: Db, { follows }: Pick<ElectionRow, 'follows'>): Promise<FollowKind[]> {
  const kinds: FollowKind[] = [];
  for (let next = follows; next && kinds.length < MOST_FOLLOWED; ) {
    kinds.push(next.as);
    next = (await findElectionRow(db, next.id, [NATION]))?.follows ?? null;
  }
  return kinds;
}

export interface LoadedDeclaration extends DeclarationFigures, Contests {}

/** Everything that the tests of an election's official count are computed from. */
export async function loadDeclaration(
  db: Db,
  snapshot: Pick<Snapshot, 'election' | 'places'>,
  readWards: ReadWards,
): Promise<LoadedDeclaration> {
  const { election } = snapshot;
  const [wards, affected, { contests, unplaced }] = await Promise.all([
    readWards(election, 'official'),
    listAffectedFigures(db, election.id),
    followedBy(db, election).then((followed) => contestsOf(db, snapshot, followed)),
  ]);
  return { parties: election.parties, wards, affected, contests, unplaced };
}

/** The only contest of an election, if the areas hold all of it, on both bases; null otherwise, and while its constituencies are not known. */
export function onlyContest(loaded: LoadedDeclaration, areas: readonly LocationId[]): DeclarationByBasis | null {
  const [contest, ...others] = loaded.contests;
  if (!contest || others.length > 0 || contest.kind === 'covered' || !isWhole(contest, areas)) return null;
  return {
    verified: declareContest(loaded, contest, 'verified'),
    provisional: declareContest(loaded, contest, 'provisional'),
  };
}

/** All contests that the areas hold, a row each, and the seats of the parties. */
export function contestRows(loaded: LoadedDeclaration, areas: readonly LocationId[], basis: DeclarationQuery['basis']) {
  return loaded.contests
    .filter((contest) => isWhole(contest, areas))
    .map((contest) => contestRow(declareContest(loaded, contest, basis), contest.state));
}

interface Asked extends Omit<DeclarationQuery, 'area'> {
  area: LocationId | undefined;
}

/** The requested contest; undefined where several are left. Throws CONTEST_NOT_FOUND. */
function chosen(contests: readonly ContestOf[], { area, constituency }: Asked): ContestOf | undefined {
  if (constituency !== undefined) {
    const found = contests.find(({ code }) => code === constituency);
    if (!found) throw new AppError('CONTEST_NOT_FOUND');
    return found;
  }
  const [only, ...others] = contests;
  if (!only) throw new AppError('CONTEST_NOT_FOUND');
  if (others.length === 0) return only;
  if (area === undefined) return undefined;
  const [holding, ...more] = contests.filter((contest) => holds(contest, area));
  return more.length === 0 ? holding : undefined;
}

/** The answer for an election of several contests, none of them chosen. */
function listed(
  snapshot: Snapshot,
  loaded: LoadedDeclaration,
  { electionId, basis }: Asked,
  areas: readonly LocationId[],
): Declaration {
  const contests = contestRows(loaded, areas, basis);
  const decided = contests.filter((row) => row.decided).length;
  const unplaced = [...loaded.unplaced]
    .filter(([state]) => areas.some((area) => isInside(state, area)))
    .reduce((sum, [, wards]) => sum + wards, 0);
  const none = { units: 0, registered: 0, unknown: 0 };
  return {
    electionId,
    basis,
    contest: null,
    test: loaded.contests[0]?.test ?? 'plurality',
    parties: [],
    leading: null,
    lead: null,
    areas: 0,
    outcome: 'open',
    decided: false,
    atStake: 0,
    atStakeUnits: 0,
    upperBound: 0,
    atStakeUnknown: 0,
    creditedZero: 0,
    overVoted: 0,
    outstanding: none,
    outside: 0,
    unplaced,
    restsOnRecords: false,
    results: contests.reduce((sum, row) => sum + row.results, 0),
    coverage: addCoverage(contests.map((row) => row.coverage)),
    spread: [],
    contests,
    seats: seatsOf(contests),
    words: `This election returns one winner in each of ${contests.length} contests; ${decided} are decided by the figures held. Choose one for its test. ${NOT_DECIDED} says of the others that what is out could still change them.${unplaced > 0 ? ` The votes of ${unplaced === 1 ? '1 ward' : `${unplaced} wards`} in no constituency are in none of them.` : ''}`,
    asOf: snapshot.asOf.toISOString(),
  };
}

export interface Declarations {
  /** Throws ELECTION_NOT_FOUND, CONTEST_NOT_FOUND, DECLARATION_BEYOND_AREA. */
  get(asked: Asked, own: readonly LocationId[]): Promise<Declaration>;
  /** The only contest of the election on both bases, where the areas hold all of it; null for all others. */
  only(snapshot: Snapshot, areas: readonly LocationId[]): Promise<DeclarationByBasis | null>;
  /** Changes with each record of a unit that did not hold: part of the key of what is kept for a snapshot. */
  version(snapshot: Snapshot): number;
}

/** Computes the tests of an election once per snapshot, for all readers. */
export function createDeclarations(
  platform: Pick<Platform, 'events' | 'database'>,
  snapshots: Snapshots,
): Declarations {
  const readWards = createCountedWards(platform);
  // An answer of the same snapshot is not made again for a record that was changed since, unless its key says so.
  const changes = new Map<ElectionId, number>();
  platform.events.subscribe((events) => {
    for (const { event } of events)
      if (event.type === 'margin.changed') changes.set(event.electionId, (changes.get(event.electionId) ?? 0) + 1);
  });
  const version = ({ election }: Snapshot) => changes.get(election.id) ?? 0;
  const load = async (snapshot: Snapshot) =>
    await snapshot.once(`declaration ${version(snapshot)}`, () =>
      loadDeclaration(platform.database.db, snapshot, readWards),
    );

  return {
    version,
    async only(snapshot, areas) {
      const { type, constituencies } = snapshot.election;
      if (KIND_OF_ELECTION[type] && constituencies.length !== 1) return null;
      return onlyContest(await load(snapshot), areas);
    },
    async get(asked, own) {
      const [first = NATION] = own;
      const within = asked.area === undefined ? own : [asked.area];
      const request = { electionId: asked.electionId, source: 'official' as const, area: asked.area ?? first };
      const snapshot = await requireSnapshot(snapshots, request);
      const loaded = await load(snapshot);
      const contest = chosen(loaded.contests, asked);
      const key = `${version(snapshot)} ${asked.basis}`;
      if (!contest) {
        const areas = within.filter((area) => own.some((mine) => isInside(area, mine)));
        return await snapshot.once(`contests ${key} ${areas.join(' ')}`, async () =>
          listed(snapshot, loaded, asked, areas),
        );
      }
      if (!isWhole(contest, own)) throw new AppError('DECLARATION_BEYOND_AREA', { name: contest.name });
      return await snapshot.once(`contest ${contest.code} ${key}`, async () => ({
        ...declareContest(loaded, contest, asked.basis),
        electionId: asked.electionId,
        contests: [],
        seats: [],
        asOf: snapshot.asOf.toISOString(),
      }));
    },
  };
}
