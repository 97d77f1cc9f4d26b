import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrate, openDatabase } from '@ec/server/platform/database/database';
import { attachOrStart } from '@ec/server/platform/database/embedded/embedded-postgres';
import { type Bench, openBench, say } from './bench.ts';
import { describeMachine, type Machine, paceOfCore, watchMachine } from './machine.ts';
import type { AnyPart } from './part.ts';
import { PARTS } from './parts.ts';
import { saveResults, TABLE_FILE, writeTable } from './results-file.ts';
import { rowText } from './results-table.ts';
import { chosenSizes } from './sizes.ts';

const NAMES = Object.keys(PARTS);

async function measure(bench: Bench, machine: Machine, name: string, part: AnyPart): Promise<void> {
  const before = paceOfCore();
  const watch = await watchMachine(bench.database);
  const figures = await part.measure(bench);
  if (figures === undefined) return;
  const others = await watch.others();
  const pace = [before, paceOfCore()];
  say(name, figures);
  const rows = part.rows(figures);
  if (!rows) throw new Error('What was measured does not add up to a table');
  for (const row of rows) console.log(`${name}: ${rowText(row)}`);
  // As a test: a goal that is missed is a failure.
  if (process.env['BENCH_REQUIRE'] && rows.some(({ met }) => met === false)) process.exitCode = 1;
  const measuredAt = new Date().toISOString();
  await saveResults(name, { title: part.title, measuredAt, machine, others, pace, rows, figures }, PARTS);
}

async function measureAll(parts: readonly (readonly [string, AnyPart])[]): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'ec-bench-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  // If the benchmark runs as root, PostgreSQL runs as another account, which must be able to enter.
  await chmod(dataDir, 0o755);
  const embedded = await attachOrStart(dataDir, { role: 'server', log: console.log });
  // Removes its data also when it is ended early: for the audit log gigabytes of made-up entries.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void embedded.stop().finally(() => process.exit(130)));
  }
  const database = openDatabase(embedded.ownerUrl, { max: 8 });
  try {
    await migrate(database);
    const machine = await describeMachine(database);
    say('Machine', machine);
    const bench = openBench(database, dataDir, chosenSizes());
    for (const [name, part] of parts) {
      try {
        await measure(bench, machine, name, part);
      } catch (error) {
        // The parts after it do not depend on it.
        console.error(`${name} could not be measured:`, error);
        process.exitCode = 1;
      }
    }
  } finally {
    await database.close();
    await embedded.stop();
  }
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => name !== 'table' && !NAMES.includes(name));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}. The parts: ${NAMES.join(', ')}; table writes the table alone.`,
  );
  process.exitCode = 1;
} else if (asked.length === 1 && asked[0] === 'table') {
  await writeTable(PARTS);
} else {
  await measureAll(Object.entries(PARTS).filter(([name]) => asked.length === 0 || asked.includes(name)));
}
if (process.exitCode === undefined) console.log(`The table: ${TABLE_FILE}`);
