import type { AuditProblem, AuditVerification, AuditVerifyQuery } from '@ec/contract/audit/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import { NO_HASH } from '../../platform/audit/audit-form.ts';
import { type ChainStand, readChainStand } from '../../platform/audit/audit-stand.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { checkLinks, nameWritten } from './chain-check.ts';
import { beyondHead, hiddenBlock, keptHead, problem, removedPlaces } from './problem.ts';
import type { NotedHead } from './heads-service.ts';
import { hashesAt, listLate, listNeverGiven, listStrayReportHeads } from './verify-end-queries.ts';
import { listGaps, listHiddenBlocks, listOtherRoles, listWithoutSession, type Numbers } from './verify-part-queries.ts';
import { lastLink, readLinks, readState, strayEntries } from './verify-queries.ts';

const MOST_NAMED = 100;
/** With more unlinked entries than this, they are not identified one by one. */
const MOST_STRAYS = 1000;
/** Number of missing ranges that a part lists one by one. */
const MOST_GAPS = 50;

/** Compares the chain's head with the last link. */
async function checkEnd(db: Db, head: { position: number; hash: Buffer }): Promise<AuditProblem[]> {
  const last = await lastLink(db, head.position);
  const position = last?.position ?? 0;
  if (position < head.position) return [removedPlaces(position + 1, head.position)];
  if (head.position === 0 || last?.hash.equals(head.hash)) return [];
  const name = { position, id: last?.entryId ?? null, action: '', createdAt: '' };
  return [problem('changed', name, "Its hash is not the chain's head.")];
}

/** Checks entries outside the chain, and stored heads that are not in it. */
async function checkAround(db: Db, { head, lastLink: last }: ChainStand): Promise<AuditProblem[]> {
  const late = await listLate(db, MOST_NAMED);
  const neverGiven = await listNeverGiven(db, MOST_NAMED);
  return [
    ...(last > head.position ? [beyondHead(head.position + 1, last)] : []),
    ...late.map((entry) => problem('waiting', nameWritten(entry), 'It has had no link for more than a minute.')),
    ...neverGiven.map((entry) => problem('inserted', nameWritten(entry), 'The database never gave this number.')),
    ...(await listStrayReportHeads(db, MOST_NAMED)).map(keptHead),
  ];
}

/** Checks the numbers and sessions of a range of entries. */
async function checkNumbers(db: Db, numbers: Numbers): Promise<Pick<AuditVerification, 'problems' | 'notes'>> {
  const [gaps, roles, without] = await Promise.all([
    listGaps(db, numbers, MOST_GAPS),
    listOtherRoles(db, numbers),
    listWithoutSession(db, numbers, MOST_NAMED),
  ]);
  const why = 'The database gives each entry its session, and this one has none.';
  return {
    problems: without.map((entry) => problem('inserted', nameWritten(entry), why)),
    notes: [...gaps, ...roles],
  };
}

/** Verifies a part of the stored chain, from the position after `from`. Throws unless the actor can see the whole nation. */
export async function verifyChain(db: Db, actor: Actor, query: AuditVerifyQuery): Promise<AuditVerification> {
  if (!areasOf(actor).includes(NATION)) {
    throw new AppError('NOT_PERMITTED', { action: 'verify the chain, which holds entries of all areas' });
  }
  return await verifyStored(db, query);
}

/** The same for a command that has the whole store. */
export async function verifyStored(db: Db, { from, most }: AuditVerifyQuery): Promise<AuditVerification> {
  const state = await readState(db);
  const [rows, begin] = await Promise.all([
    readLinks(db, from, Math.max(1, Math.min(most, state.position - from))),
    from === 0 ? undefined : lastLink(db, from),
  ]);
  const linked = rows.filter(({ position }) => position <= state.position);
  const to = Math.max(from, linked.at(-1)?.position ?? state.position);
  const isLast = to >= state.position || linked.length === 0;
  const end = isLast ? undefined : await lastLink(db, to);
  // Over all parts these ranges of numbers cover every entry, whichever part its link is in.
  const upTo = Math.min(state.linkedThrough, end?.entryId ?? state.linkedThrough);
  const strays = new Map(
    (await strayEntries(db, begin?.entryId ?? Number.MIN_SAFE_INTEGER, upTo, MOST_STRAYS)).map((entry) => [
      entry.id,
      entry,
    ]),
  );
  const before = from === 0 ? NO_HASH : begin?.position === from ? begin.hash : null;
  const problems = await checkLinks(linked, { position: from, before }, strays);
  for (const entry of strays.values()) {
    problems.push(problem('inserted', nameWritten(entry), 'No link of the chain names it.'));
  }
  const numbers = await checkNumbers(db, { after: Math.max(0, begin?.entryId ?? 0), upTo });
  problems.push(...numbers.problems, ...(await listHiddenBlocks(db, { from, to })).map(hiddenBlock));
  const stand = await readChainStand(db);
  if (isLast) problems.push(...(await checkEnd(db, state)), ...(await checkAround(db, stand)));
  return {
    from,
    to,
    checked: linked.length,
    next: isLast ? null : to,
    head: stand.head,
    unsealed: stand.waiting,
    problems: problems.slice(0, MOST_NAMED),
    notes: numbers.notes,
  };
}

/** Externally stored heads that differ from the hashes at their positions. */
export async function verifyKeptHeads(db: Db, heads: readonly NotedHead[]): Promise<AuditProblem[]> {
  const kept = heads.filter(({ position }) => position > 0);
  const stored = await hashesAt(
    db,
    kept.map(({ position }) => position),
  );
  return kept
    .filter(({ position, hash }) => stored.get(position) !== hash)
    .map(({ time, position, hash }) => keptHead({ kept: time, position, hash, stored: stored.get(position) ?? null }));
}
