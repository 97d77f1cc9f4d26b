import { setTimeout as delay } from 'node:timers/promises';
import type { UserId } from '@ec/contract/base/common';
import type { UserImport } from '@ec/contract/users/import';
import type { Database } from '@ec/server/platform/database/database';
import { sql } from 'kysely';
import { signIn } from './dataset.ts';
import { quietMoment, watchMachine } from './machine.ts';
import { spread } from './statistics.ts';

const ROWS = 10_000;

/** A list of observers of units all over the country, whose phones are not in use. */
async function listOf(database: Database, run: number): Promise<string> {
  const { rows } = await sql<{ code: string }>`select code from locations where type = 'polling_unit'
    order by md5(code || ${run}::text) limit ${ROWS}`.execute(database.db);
  const lines = rows.map(({ code }, index) => `Observer ${index},0904${run}${String(index).padStart(6, '0')},${code}`);
  return ['name,phone,pu_code', ...lines].join('\n');
}

/** Sends the file as a browser does, and waits until the import has ended. */
async function importOnce(origin: string, token: string, content: string): Promise<UserImport> {
  const headers = { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.append('role', 'gpuo');
  form.append('file', new Blob([content], { type: 'text/csv' }), 'observers.csv');
  const sent = await fetch(`${origin}/api/users/import/file`, { method: 'POST', headers, body: form });
  const { data } = (await sent.json()) as { data: { id: string } };
  for (;;) {
    const asked = await fetch(`${origin}/api/users/import/${data.id}`, { headers });
    const { data: progress } = (await asked.json()) as { data: UserImport };
    if (progress.endedAt !== null) return progress;
    await delay(50);
  }
}

/** 10,000 people by file into an organisation of 200,000, from the upload until all are stored and invited. */
export async function runUserFile(database: Database, origin: string, runs: number) {
  const { rows } = await sql<{ id: UserId }>`select id from users where role = 'national_admin' limit 1`.execute(
    database.db,
  );
  const [token = ''] = await signIn(
    database,
    rows.map(({ id }) => id),
  );
  const seconds: number[] = [];
  const others: number[] = [];
  for (let run = 1; run <= runs; run++) {
    const content = await listOf(database, run);
    await quietMoment();
    const watch = await watchMachine(database);
    const begin = performance.now();
    const { accepted, refused } = await importOnce(origin, token, content);
    seconds.push((performance.now() - begin) / 1000);
    others.push(await watch.others());
    if (accepted !== ROWS) throw new Error(`${accepted} of ${ROWS} were imported, ${refused} refused`);
  }
  return { rows: ROWS, seconds: spread(seconds, 2), others: spread(others, 0) };
}
