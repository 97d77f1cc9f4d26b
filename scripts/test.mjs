// npm test: the checks of one server, from types to journeys in a real browser. `npm run test:all` adds the slow steps, the long tests and the journeys
// at their other size; `npm test -- unit` runs one step, `npm run test:all -- --without=soak` leaves one out.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { auditDependencies } from './audit.mjs';
import { ensureBuilt, ensureInstalled, environment, fail, nodeBinary, ROOT, run } from './prepare.mjs';
import { failedFiles, failedTests } from './vitest-report.mjs';

const DEBIAN_BROWSER = '/usr/bin/chromium';
const reports = mkdtempSync(path.join(os.tmpdir(), 'ec-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
// The running step handles Ctrl-C itself; without this handler nothing would be cleaned up afterwards.
process.on('SIGINT', () => process.exit(130));
const report = (name) => path.join(reports, `${name}.json`);
const counts = { passed: 0, failed: 0, skipped: 0 };
/** Tests that failed once and passed when run again alone: listed at the end for investigation. */
const unsteady = [];
/** Maximum number of files to run again: more failures are no accident. */
const MOST_AGAIN = 3;

/** Runs a tool of node_modules with npm's Node. */
const tool = (script, args, env = {}) =>
  run(nodeBinary(), [path.join(ROOT, 'node_modules', script), ...args], { env: { ...environment(), ...env } });

function read(name) {
  return existsSync(report(name)) ? JSON.parse(readFileSync(report(name), 'utf8')) : undefined;
}

async function types() {
  for (const project of ['tsconfig.server.json', 'apps/console/tsconfig.json']) {
    const code = await tool('typescript/bin/tsc', ['-p', project]);
    if (code !== 0) return code;
  }
  return 0;
}

async function runVitest(step, projects, files, env) {
  const words = [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report(step)}`,
    ...files,
  ];
  const code = await tool('vitest/vitest.mjs', words, env);
  return { code, result: read(step) };
}

/**
 * Runs vitest projects as one step (all files, or those below folders) and counts their tests. If few files fail they are run once more alone: on a
 * busy machine one late answer must not hide all other results. Files that pass only then are listed at the end.
 */
async function vitest(step, projects, folders = [], env = {}) {
  const { code, result } = await runVitest(step, projects, folders, env);
  counts.passed += result?.numPassedTests ?? 0;
  counts.skipped += (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0);
  const failed = result?.numFailedTests ?? 0;
  const files = failedFiles(result);
  if (code === 0 || files.length === 0 || files.length > MOST_AGAIN) {
    counts.failed += failed;
    return code;
  }
  console.log(`\n== ${step}, once more what failed: ${files.map((file) => path.relative(ROOT, file)).join(', ')}`);
  const again = await runVitest(`${step}-again`, projects, files, env);
  const still = again.result?.numFailedTests ?? failed;
  counts.failed += still;
  counts.passed += Math.max(0, failed - still);
  if (again.code === 0)
    unsteady.push(...failedTests(result).map(({ file, test }) => `${path.relative(ROOT, file)}: ${test}`));
  return again.code;
}

const APT = '/usr/bin/apt-get';
const mayInstall = () => process.getuid?.() === 0 && existsSync(APT);

/** Installs Debian packages if run as root; returns whether they are installed. */
async function install(...packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run(APT, ['update', '-qq'], { env });
  const words = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  return (await run(APT, words, { env, stdio: ['ignore', 'ignore', 'inherit'] })) === 0;
}

/** Debian's libfaketime, with which a process sees another time; without it the clock tests are skipped. */
async function ensureOtherTime() {
  if (mayInstall() && !existsSync('/usr/bin/faketime')) await install('faketime');
}

async function faults() {
  await ensureOtherTime();
  return await vitest('faults', ['faults']);
}

const POLICY = '/usr/sbin/policy-rc.d';
const NOTHING_STARTS = '#!/bin/sh\n# Written by npm test while it installs packages.\nexit 101\n';
const CLUSTERS = '/etc/postgresql-common/createcluster.conf';

/**
 * Runs work that installs server packages without starting the servers: the packages check this policy file. It is always removed, also one left by a
 * killed run, because it would prevent later server starts on this machine.
 */
async function startingNothing(work) {
  if (existsSync(POLICY) && readFileSync(POLICY, 'utf8') !== NOTHING_STARTS) return await work();
  const remove = () => rmSync(POLICY, { force: true });
  process.on('exit', remove);
  writeFileSync(POLICY, NOTHING_STARTS, { mode: 0o755 });
  try {
    return await work();
  } finally {
    remove();
    process.off('exit', remove);
  }
}

const hasPostgres = () =>
  existsSync('/usr/lib/postgresql') &&
  readdirSync('/usr/lib/postgresql').some((version) => existsSync(`/usr/lib/postgresql/${version}/bin/initdb`));

/** Debian's PostgreSQL, without its own cluster. */
async function ensurePostgres() {
  if (hasPostgres() || !mayInstall()) return hasPostgres();
  return await startingNothing(async () => {
    if (!(await install('postgresql-common'))) return false;
    const text = existsSync(CLUSTERS) ? readFileSync(CLUSTERS, 'utf8') : '';
    writeFileSync(CLUSTERS, `${text.replace(/^#?create_main_cluster.*$/gm, '')}\ncreate_main_cluster = false\n`);
    return await install('postgresql');
  });
}

/** What deploy/cluster is made of, beside PostgreSQL. */
const CLUSTER_PROGRAMS = {
  '/usr/sbin/nginx': 'nginx-light',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/pgbouncer': 'pgbouncer',
};

async function ensureClusterPrograms() {
  const missing = Object.entries(CLUSTER_PROGRAMS).flatMap(([program, name]) => (existsSync(program) ? [] : [name]));
  if (missing.length > 0 && mayInstall()) await startingNothing(() => install(...missing));
}

/** Several servers, a proxy, database machines. Missing tools are listed, and their tests are skipped. */
async function nodes() {
  await ensurePostgres();
  await ensureClusterPrograms();
  return await vitest('nodes', ['nodes']);
}

/**
 * Half an hour of a mixed day on one server: no sheet lost or counted twice, memory that does not grow. No time is a goal of it.
 * BENCH_SOAK_MINUTES makes a shorter try of it.
 */
async function soak() {
  const words = [path.join(ROOT, 'bench/src/main.ts'), 'soak'];
  const env = { BENCH_SOAK_MINUTES: '30', ...environment(), BENCH_REQUIRE: '1', BENCH_FOLDER: reports };
  const code = await run(nodeBinary(), words, { env });
  counts[code === 0 ? 'passed' : 'failed'] += 1;
  return code;
}

/** Tests that depend on the version of the database. */
const DATABASE_TESTS = ['apps/server/src/features', 'apps/server/src/platform', 'apps/server/src/backup'];

/** Tests of processes, backups, large photos and whole exports, a quarter of the time of all: only in `npm run test:all`. */
const LONG_TESTS = [
  'apps/server/src/backup',
  'apps/server/src/features/audit/export.test.ts',
  'apps/server/src/platform/database/embedded/embedded-postgres.test.ts',
  'apps/server/src/platform/files/images.test.ts',
  'apps/server/test/photo-check.test.ts',
  'apps/server/test/pictures-load.test.ts',
  'apps/server/test/replica.test.ts',
  'scripts/process.test.ts',
];

/** Tests on the embedded PostgreSQL; where they run on Debian's too, those that depend on the version are left to that step. */
async function unit() {
  const twice = all && asked.length === 0 && (await ensurePostgres());
  const left = twice ? DATABASE_TESTS : all ? [] : LONG_TESTS;
  return await vitest('unit', ['server', 'console'], [], { TEST_LEAVE_OUT: left.join(',') });
}

/** The database tests on Debian's PostgreSQL, which is older than the embedded one. */
async function olderPostgres() {
  if (!(await ensurePostgres())) {
    console.log("Not run: Debian's package postgresql is not on this machine.");
    counts.skipped += 1;
    return 0;
  }
  return await vitest('older-postgres', ['server'], DATABASE_TESTS, { TEST_POSTGRES: 'debian' });
}

/** The machine's browser, else Debian's (as root), else Playwright's. */
async function ensureBrowser() {
  if (existsSync(process.env.CHROMIUM ?? DEBIAN_BROWSER)) return;
  if (mayInstall() && (await install('chromium')) && existsSync(DEBIAN_BROWSER)) return;
  const code = await tool('@playwright/test/cli.js', ['install', 'chromium']);
  if (code !== 0) fail('No browser: install chromium, or name one by CHROMIUM.');
}

/** Journeys that passed only at the second attempt. */
function flakyJourneys(suites) {
  return suites.flatMap(({ title, specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map((spec) => `${title}: ${spec.title}`),
    ...flakyJourneys(inner),
  ]);
}

/** The journeys: each once, at the size of the screen of those who make it; in `npm run test:all` at both. */
async function browser() {
  await ensureBuilt();
  await ensureBrowser();
  const code = await tool('@playwright/test/cli.js', ['test', '-c', 'e2e', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report('browser'),
    JOURNEYS: all ? 'both' : 'once',
  });
  const result = read('browser');
  const stats = result?.stats;
  for (const title of flakyJourneys(result?.suites ?? [])) unsteady.push(title);
  counts.passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  counts.failed += stats?.unexpected ?? 0;
  counts.skipped += stats?.skipped ?? 0;
  return code;
}

const STEPS = {
  types,
  lint: () => tool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', '.']),
  audit: async () => {
    const code = await auditDependencies();
    if (code === undefined) counts.skipped += 1;
    return code ?? 0;
  },
  format: () => tool('@biomejs/biome/bin/biome', ['format', '.']),
  build: async () => {
    await ensureBuilt();
    return 0;
  },
  unit,
  browser,
  'older-postgres': olderPostgres,
  faults,
  nodes,
  soak,
};
/** Other PostgreSQL version, faults, several servers, half an hour of load: only in `npm run test:all`. */
const SLOW = ['older-postgres', 'faults', 'nodes', 'soak'];
const WITHOUT = '--without=';

function closingLine() {
  for (const name of unsteady) console.log(`unsteady, passed when run again: ${name}`);
  if (counts.skipped > 0) console.log(`${counts.skipped} skipped: what they need is not on this machine`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
}

const words = process.argv.slice(2);
const all = words.includes('--all');
/** Steps that are left out: continuous integration has an hour. */
const without = words.flatMap((word) => (word.startsWith(WITHOUT) ? word.slice(WITHOUT.length).split(',') : []));
const asked = words.filter((word) => word !== '--all' && !word.startsWith(WITHOUT));
const unknown = [...asked, ...without].filter((name) => !Object.hasOwn(STEPS, name));
if (unknown.length > 0) fail(`No step ${unknown.join(', ')}. Steps: ${Object.keys(STEPS).join(', ')}`);
await ensureInstalled();
for (const [name, step] of Object.entries(STEPS)) {
  if (asked.length > 0 ? !asked.includes(name) : SLOW.includes(name) && !all) continue;
  if (without.includes(name)) continue;
  console.log(`\n== ${name}`);
  const begin = Date.now();
  const code = await step();
  const seconds = ((Date.now() - begin) / 1000).toFixed(1);
  console.log(`== ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${seconds} s`);
  if (code === 0) continue;
  counts.failed = Math.max(1, counts.failed);
  closingLine();
  process.exit(1);
}
closingLine();
