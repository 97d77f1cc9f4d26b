import type { ContestDayId, ElectionId } from '@ec/contract/base/common';
import { inContestOrder } from '@ec/contract/contest-days/contests';
import type { ContestDay, CreateContestDayRequest, UpdateContestDayRequest } from '@ec/contract/contest-days/schemas';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { findCollision } from '../elections/queries.ts';
import { mayEdit } from '../elections/rules.ts';
import { type ContestDayRow, type HeldElection, listContestDays, listForDay } from './queries.ts';
import {
  assignElections,
  deleteContestDay,
  insertContestDay,
  lockContestDay,
  lockElections,
  updateContestDay,
} from './repository.ts';
import { dayFault, movesOf } from './rules.ts';

const areasOfAll = (elections: readonly HeldElection[]) => elections.flatMap(({ areas }) => areas);
const idsOf = (elections: readonly HeldElection[]) => elections.map(({ id }) => id);

export function toContestDay(actor: Actor, row: ContestDayRow): ContestDay {
  const { id, date, name, elections, createdAt } = row;
  const change = mayEdit(actor, areasOfAll(elections));
  return {
    id,
    date,
    name,
    elections: elections
      .filter(({ seen }) => seen)
      .toSorted(inContestOrder)
      .map((election) => ({ id: election.id, name: election.name, type: election.type, status: election.status })),
    createdAt: createdAt.toISOString(),
    can: { change, remove: change && !elections.some(({ counted }) => counted) },
  };
}

function requireEdit(actor: Actor, elections: readonly HeldElection[]): void {
  if (mayEdit(actor, areasOfAll(elections))) return;
  throw new AppError('NOT_PERMITTED', { action: 'change contest days with elections outside your area' });
}

async function requireDay(write: WriteContext, actor: Actor, id: ContestDayId): Promise<ContestDayRow> {
  await lockContestDay(write.tx, id);
  const { rows } = await listContestDays(write.tx, { areas: areasOf(actor), id }, { limit: 1, offset: 0 });
  const [day] = rows;
  if (!day) throw new AppError('CONTEST_DAY_NOT_FOUND');
  requireEdit(actor, day.elections);
  return day;
}

/** What is counted stays in its day. */
function requireUncounted(elections: readonly HeldElection[]): void {
  const counted = elections.filter(({ counted: has }) => has).map(({ name }) => name);
  if (counted.length > 0) throw new AppError('CONTEST_DAY_COUNTED', { elections: counted.join(', ') });
}

/** The elections of a day, in the order asked for. Throws VALIDATION_FAILED, ELECTION_IN_DAY, ELECTION_OVERLAPS. */
async function requireElections(
  write: WriteContext,
  actor: Actor,
  ids: readonly ElectionId[],
  day: { id: ContestDayId; date: string; had: readonly ElectionId[] },
): Promise<HeldElection[]> {
  await lockElections(write.tx, [...ids, ...day.had]);
  const found = await listForDay(write.tx, ids, areasOf(actor));
  const elections = ids.map((id) => found.find((one) => one.id === id));
  const faults = elections.flatMap((one, index) => {
    const message = dayFault(one, day.date);
    // What is archived since stays in the day in which it was held.
    const stays = one && day.had.includes(one.id) && one.electionDate === day.date;
    return message && !stays ? [{ path: `elections.${index}`, message }] : [];
  });
  if (faults.length > 0) throw new AppError('VALIDATION_FAILED').at(...faults);
  const held = elections.filter((one) => one !== undefined);
  for (const [index, { name, day: other }] of held.entries()) {
    if (!other || other.id === day.id) continue;
    throw new AppError('ELECTION_IN_DAY', { election: name, day: other.name }).atField(`elections.${index}`);
  }
  const collision = await findCollision(write.tx, ids);
  if (collision) {
    const at = `elections.${ids.indexOf(collision.other)}`;
    throw new AppError('ELECTION_OVERLAPS', { name: collision.name }).atField(at);
  }
  requireEdit(actor, held);
  return held;
}

/** Screens of these elections load again. */
async function announce(write: WriteContext, elections: readonly HeldElection[]): Promise<void> {
  for (const { id, status } of elections) await write.emit({ type: 'election.changed', electionId: id, status });
}

export async function createContestDay(
  write: WriteContext,
  actor: Actor,
  { date, name, elections: ids }: CreateContestDayRequest,
): Promise<ContestDayId> {
  const id = newId<ContestDayId>();
  const elections = await requireElections(write, actor, ids, { id, date, had: [] });
  await insertContestDay(write.tx, { id, date, name, createdBy: actor.userId });
  await assignElections(write.tx, ids, id);
  await write.audit({ event: 'contest_day.created', resourceId: id, next: { date, name, elections: ids } });
  await announce(write, elections);
  return id;
}

export async function changeContestDay(
  write: WriteContext,
  actor: Actor,
  id: ContestDayId,
  request: UpdateContestDayRequest,
): Promise<void> {
  const before = await requireDay(write, actor, id);
  const had = idsOf(before.elections);
  const wanted = { date: request.date ?? before.date, name: request.name ?? before.name };
  const ids = request.elections ?? had;
  const { added, removed } = movesOf(had, ids);
  const moved = added.length + removed.length > 0 || wanted.date !== before.date;
  if (!moved && wanted.name === before.name) return write.noChange();
  if (moved) {
    const elections = await requireElections(write, actor, ids, { id, date: wanted.date, had });
    const leaving = await listForDay(write.tx, removed, areasOf(actor));
    requireUncounted(leaving);
    await assignElections(write.tx, removed, null);
    await announce(write, [...leaving, ...elections]);
  }
  await updateContestDay(write.tx, id, wanted);
  await assignElections(write.tx, added, id);
  const { date, name } = before;
  await write.audit({
    event: 'contest_day.updated',
    resourceId: id,
    previous: { date, name, elections: had },
    next: { ...wanted, elections: ids },
  });
}

export async function removeContestDay(write: WriteContext, actor: Actor, id: ContestDayId): Promise<void> {
  const { date, name, elections } = await requireDay(write, actor, id);
  const ids = idsOf(elections);
  await lockElections(write.tx, ids);
  requireUncounted(await listForDay(write.tx, ids, areasOf(actor)));
  await assignElections(write.tx, ids, null);
  await deleteContestDay(write.tx, id);
  await write.audit({ event: 'contest_day.deleted', resourceId: id, previous: { date, name, elections: ids } });
  await announce(write, elections);
}
