import { existsSync } from 'node:fs';
import path from 'node:path';
import { startImport } from '@ec/server/features/geography/register-import/import-service';
import { ensureReferenceData } from '@ec/server/features/geography/reference-data';
import { SYSTEM_ORIGIN } from '@ec/server/platform/audit/audit';
import { systemClock } from '@ec/server/platform/runtime/clock';
import { migrate, openDatabase } from '@ec/server/platform/database/database';
import pg from 'pg';
import { rounded, type Spread, spread } from './statistics.ts';

export interface RegisterRuns {
  units: number;
  seconds: Spread;
}

async function importInto(url: string, file: string): Promise<{ units: number; seconds: number }> {
  const database = openDatabase(url, { max: 4 });
  try {
    await migrate(database);
    await ensureReferenceData(database);
    const begin = performance.now();
    const job = { database, clock: systemClock, path: file, fileName: path.basename(file), origin: SYSTEM_ORIGIN };
    const { finished } = await startImport(job);
    const { added } = await finished;
    return { units: added.pollingUnits, seconds: rounded((performance.now() - begin) / 1000, 2) };
  } finally {
    await database.close();
  }
}

/** Imports the register into an empty organisation, each time in a database of its own; undefined without the file. */
export async function runRegister(url: string, file: string | undefined, runs: number) {
  if (file === undefined || !existsSync(file)) {
    console.log('Register import: skipped, REGISTER_FILE names no file');
    return undefined;
  }
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const seconds: number[] = [];
  let units = 0;
  try {
    for (let run = 1; run <= runs; run++) {
      const name = `bench_register_${run}`;
      await admin.query(`create database ${name}`);
      const target = new URL(url);
      target.pathname = `/${name}`;
      const done = await importInto(target.href, file);
      seconds.push(done.seconds);
      units = done.units;
      await admin.query(`drop database ${name} with (force)`);
    }
  } finally {
    await admin.end();
  }
  return { units, seconds: spread(seconds, 2) } satisfies RegisterRuns;
}
