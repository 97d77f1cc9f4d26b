import type { PublishedCounts } from '@ec/contract/collations/published';
import { ballotOf } from '@ec/contract/elections/parties';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import { saveAudit } from '../../../platform/audit/audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { saveEvent } from '../../../platform/events/events.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { requireStill } from '../../../platform/http/require-still.ts';
import { createProgress, startFollowedWork } from '../../../platform/jobs/followed-work.ts';
import { failureOf, requireWaiting } from '../../../platform/jobs/import-standing.ts';
import { follow, type Step } from '../../../platform/jobs/import-work.ts';
import type { CollatedElection } from '../queries.ts';
import { countLines, type StoredImport, strangeLines } from './import-queries.ts';
import { holdStoring, lockImport, noteEnded, noteProgress, storeLines } from './import-repository.ts';
import { type Acting, entry, requireOpen, requireOwn } from './import-service.ts';

/** Lines that are stored by one statement. */
const BATCH = 10_000;
/** Above so many wards the change is announced by LGA. */
const MAX_WARDS = 500;

/** Refuses to store what the person could not send now: a ballot or areas that changed, lines that are gone. */
async function requireSame(tx: Tx, { platform, actor, need }: Acting, stored: StoredImport): Promise<void> {
  const { id, electionId, parties } = stored;
  const election = await requireOpen(tx, electionId);
  if (JSON.stringify(ballotOf(election.parties)) !== JSON.stringify(parties))
    throw new AppError('PUBLISHED_BALLOT_CHANGED');
  const { areas } = await requireStill(platform, actor.userId, need);
  const strange = await strangeLines(tx, { id, electionId, areas });
  if (strange.count > 0) throw new AppError('NOT_PERMITTED', { action: 'store sheets of units outside your area' });
}

async function announce(tx: Tx, electionId: CollatedElection['id'], units: ReadonlySet<LocationId>): Promise<void> {
  const above = (type: 'ward' | 'lga') => new Set([...units].flatMap((unit) => ancestorOf(unit, type) ?? []));
  const wards = above('ward');
  for (const area of wards.size > MAX_WARDS ? above('lga') : wards)
    await saveEvent(tx, { type: 'collation.changed', electionId, collationId: String(area), area });
}

/** Stores what is new in the lines of a checked file: one transaction, all or nothing. */
async function storeAll(
  tx: Tx,
  acting: Acting,
  stored: StoredImport,
  say: (step: Step) => void,
): Promise<PublishedCounts> {
  const { platform, actor, origin } = acting;
  const { id, electionId, parties, rows, sha256 } = stored;
  await holdStoring(tx, electionId);
  await requireSame(tx, acting, stored);
  const { rows: held, last, ...counts } = await countLines(tx, stored);
  if (held !== rows) throw new AppError('IMPORT_FILE_GONE');
  const units = new Set<LocationId>();
  const of = { id, electionId, parties, by: actor.userId, at: platform.clock.now() };
  for (let from = 0; from < last; from += BATCH) {
    for (const unit of await storeLines(tx, of, { from, to: from + BATCH })) units.add(unit);
    say({ state: 'storing', done: Math.min(1, (from + BATCH) / last), rows });
  }
  const all = { ...counts, absent: stored.counts?.absent ?? [] };
  if (units.size > 0) {
    const next = { rows, ...all, sha256: sha256.toString('hex') };
    await saveAudit(tx, origin, entry('collation.published_imported', acting, stored, next));
    await announce(tx, electionId, units);
  }
  return all;
}

/** Stores a file that was checked, with progress. */
export async function startStoring(acting: Acting, id: string): Promise<{ id: string }> {
  const { platform, actor } = acting;
  const { database, clock } = platform;
  const { db } = database;
  const stored = await requireOwn(db, actor, id);
  requireWaiting(stored, clock.now());
  const { say, settle } = createProgress<Step>((step) => noteProgress(db, id, step));
  const { finished } = await startFollowedWork(database, {
    begin: async ({ tx }) => {
      if (!(await lockImport(tx, id))) throw new AppError('IMPORT_RUNNING');
      // Again under the lock, when no other worker has it.
      requireWaiting({ ...(await requireOwn(tx, actor, id)), running: false }, clock.now());
      await noteProgress(db, id, { state: 'storing', done: 0, rows: stored.rows });
    },
    work: async ({ tx }) => await storeAll(tx, acting, stored, say),
    complete: async ({ tx }, counts) => await noteEnded(tx, id, { state: 'completed', counts }, clock.now()),
    progress: { settle },
    failed: async (error) => {
      await inTransaction(db, (tx) => noteEnded(tx, id, { state: 'failed', error: failureOf(error) }, clock.now()));
    },
  });
  follow(acting, finished);
  return { id };
}
