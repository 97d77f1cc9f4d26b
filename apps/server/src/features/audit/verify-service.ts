import type { AuditProblem, AuditVerification, AuditVerifyQuery } from '@ec/contract/audit-log';
import { NATION } from '@ec/contract/location-id';
import { type Actor, areasOf } from '../../platform/actor.ts';
import { readAuditHead } from '../../platform/audit-chain.ts';
import { NO_HASH } from '../../platform/audit-form.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { checkLinks, nameWritten } from './chain-check.ts';
import { problem, removedPlaces } from './problem.ts';
import { countUnlinked, lastLink, readLinks, readState, strayEntries } from './verify-queries.ts';

const MOST_NAMED = 100;
/** More entries without a link than this are not told apart one by one. */
const MOST_STRAYS = 1000;

/** What the chain's head says against the last link. */
async function checkEnd(db: Db, head: { position: number; hash: Buffer }): Promise<AuditProblem[]> {
  const last = await lastLink(db, head.position);
  const position = last?.position ?? 0;
  if (position < head.position) return [removedPlaces(position + 1, head.position)];
  if (head.position === 0 || last?.hash.equals(head.hash)) return [];
  const name = { position, id: last?.entryId ?? null, action: '', createdAt: '' };
  return [problem('changed', name, "Its hash is not the chain's head.")];
}

/** Verifies a part of the chain as it is stored, from the place after `from`; whoever asks must see the whole nation. */
export async function verifyChain(db: Db, actor: Actor, query: AuditVerifyQuery): Promise<AuditVerification> {
  if (!areasOf(actor).includes(NATION)) {
    throw new AppError('NOT_PERMITTED', { action: 'verify the chain, which holds entries of all areas' });
  }
  return await verifyStored(db, query);
}

/** Verifies a part of the chain as it is stored, for whoever has the whole store in their hands. */
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
  // Part by part these stretches of numbers cover all there are, whichever part an entry's own link is in.
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
  if (isLast) problems.push(...(await checkEnd(db, state)));
  return {
    from,
    to,
    checked: linked.length,
    next: isLast ? null : to,
    head: await readAuditHead(db),
    unsealed: await countUnlinked(db, state.linkedThrough),
    problems: problems.slice(0, MOST_NAMED),
  };
}
