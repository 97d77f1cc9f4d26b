import type { ElectionId } from '@ec/contract/base/common';
import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import { STATES } from '@ec/contract/geography/reference-data';
import type { ReviewList, ReviewQuery, ReviewUnit, UnitContest } from '@ec/contract/results/schemas';
import { type Actor, boundedArea } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { seesPhone } from '../../platform/identity/phones.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import { staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import { coveredUnits, findElectionRow } from '../elections/queries.ts';
import { type Unexplained, unexplainedAmong } from '../unusual/gate-service.ts';
import { flagsNow, toSecondEntry } from './answers.ts';
import { listUnitContests } from './contest-queries.ts';
import { countGroups, countSearched, GROUPS, listReviewUnits, type ReviewRow } from './review-queries.ts';
import { decisionRefusal, unitStatus } from './decision-rules.ts';
import { toTakeover } from './refusal-answers.ts';
import { askedEntry } from '../elections/second-entry-draw.ts';
import {
  type Counted,
  countMine,
  countOpen,
  listOwn,
  type Own,
  type Waiting,
  type WaitingCounts,
} from './waiting-queries.ts';
import { photoState } from './submission-rules.ts';

const askedOf = (row: ReviewRow, electionId: ElectionId) =>
  row.resultId &&
  askedEntry({ ...row, electionId, unitCode: row.code, flags: (row.flags ?? []).map(({ code }) => code) });

/** Whether the reader may verify, return or cancel the unit's result now. */
function canDecide(actor: Actor, row: ReviewRow, electionId: ElectionId): boolean {
  const { resultStatus: status, submittedBy } = row;
  if (status === null || submittedBy === null) return false;
  const reviewed = {
    ...row,
    status,
    submittedBy,
    flags: (row.flags ?? []).map((flag) => flag.code),
    secondEntry: askedOf(row, electionId),
  };
  return (['verify', 'return', 'cancel'] as const).some(
    (decision) => decisionRefusal(actor, reviewed, decision) === null,
  );
}

/** Pending and disputed results that can be verified but for what a check marks. */
const gatedOf = (rows: readonly ReviewRow[]) =>
  rows.flatMap(({ resultId: id, resultStatus: status, pollingUnitId, flags }) =>
    id && (status === 'pending' || status === 'disputed') && !flags?.some(({ code }) => code === 'OVER_VOTING')
      ? [{ id, pollingUnitId }]
      : [],
  );

interface Known {
  actor: Actor;
  electionId: ElectionId;
  archived: boolean;
  names: ReadonlyMap<LocationId, string>;
  contests: ReadonlyMap<LocationId, UnitContest[]>;
  unexplained: Unexplained;
}

const contactOf = ({ name, phone }: { name: string; phone: string }) => ({ name, phone });

function toUnit(row: ReviewRow, source: ReviewQuery['source'], known: Known): ReviewUnit {
  const { actor, electionId, archived, names, contests, unexplained } = known;
  const { officer } = row;
  const needsExplanation = !archived && row.resultId !== null && unexplained.has(row.resultId);
  return {
    pollingUnitId: row.pollingUnitId,
    code: row.code,
    name: row.name,
    chain: chainLinks(row.pollingUnitId, names),
    registeredVoters: row.registeredVoters,
    status: unitStatus(row.resultStatus),
    resultId: row.resultId,
    resultStatus: row.resultStatus,
    source,
    totalVotes: row.totalVotes,
    leading: row.leading,
    flags: flagsNow({ accredited: row.accredited ?? 0, flags: row.flags ?? [], otherSheets: row.otherSheets }),
    photo: photoState(row),
    desk: row.desk !== null,
    contests: contests.get(row.pollingUnitId) ?? [],
    submittedAt: row.submittedAt?.toISOString() ?? null,
    takenOver: toTakeover(row.takenOver),
    takeoverAskedAt: row.takeoverAskedAt?.toISOString() ?? null,
    canDecide: !archived && !needsExplanation && canDecide(actor, row, electionId),
    secondEntry: toSecondEntry(askedOf(row, electionId)),
    needsExplanation,
    officer: officer && seesPhone(actor, { ...officer, area: row.pollingUnitId }) ? contactOf(officer) : null,
  };
}

/** The units that the reviewer watches over in an election, reported or not, with how many stand where. */
export async function reviewList(
  context: ReadContext,
  actor: Actor,
  query: ReviewQuery,
  waitingCounts: WaitingCounts,
): Promise<ReviewList> {
  const area = boundedArea(actor, areaFromReference(query.area));
  const election = await findElectionRow(context.db, query.electionId, [area]);
  if (!election) throw new AppError('ELECTION_NOT_FOUND');
  const { electionId, source, status, flagged, q } = query;
  const filter = { electionId, source, area, flagged, q };
  const units = await coveredUnits(context.db, electionId, area);
  const [counts, found, waiting] = await Promise.all([
    countGroups(context.db, filter, units),
    q ? countSearched(context.db, filter) : undefined,
    waitingCounts.of(context.db, actor, filter),
  ]);
  const sizes = found ?? counts;
  const groups = status ? [status] : GROUPS;
  const rows = await listReviewUnits(context.db, filter, { groups, sizes, ...pageOf(query, 50) });
  const listed = rows.map((row) => row.pollingUnitId);
  const [names, contests, unexplained] = await Promise.all([
    loadNames(context.db, listed),
    election.contestDay
      ? listUnitContests(context.db, { electionId, source, units: listed })
      : new Map<LocationId, UnitContest[]>(),
    unexplainedAmong(context.db, { electionId, source }, gatedOf(rows)),
  ]);
  const known = { actor, electionId, archived: election.status === 'archived', names, contests, unexplained };
  return {
    units: rows.map((row) => toUnit(row, source, known)),
    total: groups.reduce((sum, group) => sum + sizes[group], 0),
    counts,
    decidable: waiting.decidable,
    unexplained: waiting.unexplained,
  };
}

/** A state has thousands of results: screens, which ask every 30 seconds, share what was counted a moment ago. */
const KEEP = { renewMs: 20_000, serveMs: 180_000, most: 1000, gently: true };

interface OpenIn {
  state: LocationId;
  waiting: number;
  open: number;
  /** Of those that are open. */
  unexplained: number;
}

/** The states of which the area consists; none for one inside a state. */
const statesOf = (area: LocationId) => STATES.map(({ id }) => id).filter((id) => isInside(id, area));

async function readMine(db: Db, actor: Actor, of: Counted): Promise<Waiting> {
  const { waiting = 0, decidable = 0, gated = [] } = (await countMine(db, actor, of)) ?? {};
  const { size } = await unexplainedAmong(db, of, gated);
  return { waiting, decidable: decidable - size, unexplained: size };
}

/** By state, without those in which nothing is pending. */
async function readOpen(db: Db, of: Counted): Promise<ReadonlyMap<LocationId, OpenIn>> {
  const found = new Map<LocationId, OpenIn>();
  for (const { state, waiting, decidable, gated } of await countOpen(db, of)) {
    const { size } = await unexplainedAmong(db, of, gated);
    found.set(state, { state, waiting, open: decidable, unexplained: size });
  }
  return found;
}

/**
 * Inside a state each reader's results are counted. From a state on, those that are open to all readers are counted once for
 * each state; then those that are the reader's alone come to them, and those that are closed to the reader go.
 */
export function createWaitingCounts(): WaitingCounts {
  const kept = staleWhileRevalidate<OpenIn>(KEEP);

  async function readWide(db: Db, actor: Actor, of: Counted, states: readonly LocationId[]): Promise<Waiting> {
    const unknown: LocationId[] = [];
    let reading: Promise<ReadonlyMap<LocationId, OpenIn>> | undefined;
    // What is not counted yet is counted by one statement, once it is known which states these are.
    const readUnknown = async () => {
      await Promise.resolve();
      const [only, ...others] = unknown;
      return await readOpen(db, only !== undefined && others.length === 0 ? { ...of, area: only } : of);
    };
    const counted = await Promise.all(
      states.map((state) =>
        kept.get(JSON.stringify([of.electionId, of.source, state]), async (before) => {
          const nothing = { state, waiting: 0, open: 0, unexplained: 0 };
          // States are renewed one by one: all of them at once would take a processor for a second.
          if (before) return (await readOpen(db, { ...of, area: state })).get(state) ?? nothing;
          unknown.push(state);
          reading ??= readUnknown();
          return (await reading).get(state) ?? nothing;
        }),
      ),
    );
    const own = await listOwn(db, actor, of);
    const gated = own.filter((result) => result.gated);
    const waitFor = await unexplainedAmong(db, of, gated);
    const sum = (key: 'waiting' | 'open' | 'unexplained') => counted.reduce((all, state) => all + state[key], 0);
    const change = (rows: readonly Own[]) => rows.reduce((all, { mine, open }) => all + Number(mine) - Number(open), 0);
    // What was counted a moment ago may lack a result that is the reader's own.
    const unexplained = Math.max(0, sum('unexplained') + change(gated.filter(({ id }) => waitFor.has(id))));
    const decidable = Math.max(0, sum('open') + change(own) - unexplained);
    return { waiting: Math.max(sum('waiting'), decidable + unexplained), decidable, unexplained };
  }

  return {
    async of(db, actor, counted) {
      const states = statesOf(counted.area);
      return states.length > 0 ? await readWide(db, actor, counted, states) : await readMine(db, actor, counted);
    },
    noteDecision(actor, unit) {
      if (actor.areas.some((area) => statesOf(area).length > 0)) kept.forget(({ state }) => isInside(unit, state));
    },
  };
}
