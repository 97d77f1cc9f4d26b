import { setTimeout as delay } from 'node:timers/promises';
import type { ElectionId } from '@ec/contract/base/common';
import { figuresOf } from '@ec/contract/second-entry/figures';
import type { Work } from '@ec/contract/second-entry/schemas';
import { type Database, inTransaction } from '@ec/server/platform/database/database';
import { sql } from 'kysely';
import { PARTIES, pickOfficers, signIn } from './dataset.ts';
import { closedLoop, openClient } from './load.ts';
import { type Latency, latency } from './statistics.ts';

const FORM = { parties: PARTIES, fullEc8a: false, allPartiesListed: false };

export interface SecondEntryRun {
  waiting: number;
  transcribers: number;
  claims: Latency;
  entries: Latency;
  perSecond: number;
  errors: number;
}

/** Gives every pending result a photo and a place in the queue, as the fill would; one in ten has a failed check. Answers how many wait. */
export async function storeQueue(database: Database, election: ElectionId): Promise<number> {
  const policy = JSON.stringify({ secondEntry: { rule: 'all', percent: 0, seed: 'bench', outsideLga: true } });
  await sql`update elections set configuration = ${policy}::jsonb where id = ${election}`.execute(database.db);
  // The stored results declared no photo: the check of that is switched off for this statement.
  await inTransaction(database.db, async (tx) => {
    await sql`alter table version_photos disable trigger all`.execute(tx);
    await sql`insert into version_photos (result_id, version, part, file_id, received_at)
      select r.id, r.version, 'sheet', f.id, now() from results r join files f on f.uploaded_by = r.submitted_by
      where r.election_id = ${election} and r.status = 'pending' on conflict do nothing`.execute(tx);
    await sql`alter table version_photos enable trigger all`.execute(tx);
  });
  await sql`insert into second_entries (id, result_id, version, election_id, polling_unit_id, ground, state, flagged, total_votes, submitted_at, submitted_by)
    select gen_random_uuid(), r.id, r.version, r.election_id, r.polling_unit_id, 'all', 'waiting', hashtext(r.id::text) % 10 = 0, r.total_votes,
      r.submitted_at, r.submitted_by
    from results r join version_photos p on p.result_id = r.id and p.version = r.version and p.part = 'sheet'
    where r.election_id = ${election} and r.status = 'pending' on conflict do nothing`.execute(database.db);
  await sql`vacuum analyze second_entries, version_photos`.execute(database.db);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from second_entries where state = 'waiting'`.execute(database.db);
  return rows[0]?.n ?? 0;
}

/** What stands on the paper of each unit: what its officer sent. */
async function papers(database: Database, election: ElectionId): Promise<Map<string, object>> {
  const { rows } = await sql<{
    code: string;
    registered: number | null;
    accredited: number;
    votes: number[];
    voidVotes: number;
  }>`select l.code, r.registered, r.accredited, r.votes, r.void_votes as "voidVotes"
    from results r join locations l on l.id = r.polling_unit_id
    where r.election_id = ${election} and r.status = 'pending'`.execute(database.db);
  return new Map(rows.map((row) => [row.code, figuresOf({ ...row, boxes: null }, FORM)]));
}

/** Transcribers who each take a sheet, type for a while, send it and take the next. One sheet in fifty is mistyped. */
export async function runSecondEntries(
  database: Database,
  {
    origin,
    election,
    transcribers,
    pause,
    seconds,
  }: {
    origin: string;
    election: ElectionId;
    transcribers: number;
    /** Milliseconds for which one types. */
    pause: number;
    seconds: number;
  },
): Promise<SecondEntryRun> {
  const waiting = await storeQueue(database, election);
  const people = await pickOfficers(database, election, transcribers, 'second entry');
  const ids = people.map(({ userId }) => userId);
  await sql`update users set transcriber = true where id = any (${`{${ids.join(',')}}`}::uuid[])`.execute(database.db);
  const [tokens, paper] = await Promise.all([signIn(database, ids), papers(database, election)]);
  const client = openClient(origin, 64);
  const claims: number[] = [];
  const entries: number[] = [];
  let errors = 0;
  const begin = performance.now();
  const measured = () => performance.now() - begin > pause;
  const elapsed = await closedLoop(transcribers, async (person) => {
    const token = tokens[person] ?? '';
    // They begin at different moments, and a typist takes the sheet before the last one is typed.
    if (!measured()) await delay(Math.random() * pause);
    const claim = await client.send({ method: 'POST', path: '/second-entries/claim', token, body: '{}' });
    const work = claim.status === 200 ? (JSON.parse(claim.text) as { data: { work: Work | null } }).data.work : null;
    if (!work) errors += 1;
    if (measured()) claims.push(claim.milliseconds);
    await delay(pause);
    if (work) {
      const right = paper.get(work.unit.code) ?? {};
      const figures = Math.random() < 0.02 ? { ...right, voidVotes: 7 } : right;
      const entry = await client.send({
        method: 'POST',
        path: `/second-entries/${work.id}/enter`,
        token,
        body: JSON.stringify({ figures }),
      });
      if (entry.status !== 200) errors += 1;
      if (measured()) entries.push(entry.milliseconds);
    }
    return performance.now() - begin < seconds * 1000;
  });
  await client.close();
  return {
    waiting,
    transcribers,
    claims: latency(claims),
    entries: latency(entries),
    perSecond: Math.round((entries.length / elapsed) * 10) / 10,
    errors,
  };
}
