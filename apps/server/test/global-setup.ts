import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { ensureReferenceData } from '../src/features/geography/reference-data.ts';
import { migrate, openDatabase } from '../src/platform/database/database.ts';
import { ensureRole, grantToRole } from '../src/platform/database/database-roles.ts';
import { attachOrStart } from '../src/platform/database/embedded/embedded-postgres.ts';
import { debianPostgres, debianPrograms } from './debian-postgres.ts';

const TEMPLATE = 'template_ec';
/** The application's database role in a test: as in operation, a role that owns nothing. */
const APPLICATION = { role: 'test_application', password: 'test_application' };

/** Nothing in a test's database needs to outlive the machine's failure. */
const THROW_AWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

async function start(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => undefined };
  const folder = mkdtempSync(path.join(tmpdir(), 'ec-test-server-'));
  chmodSync(folder, 0o755);
  if (process.env['TEST_POSTGRES'] === 'debian') return await startDebian(folder);
  const embedded = await attachOrStart(folder, { settings: THROW_AWAY });
  return {
    url: embedded.ownerUrl,
    async stop() {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Debian's PostgreSQL in place of the one that the product brings. */
async function startDebian(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const programs = debianPrograms();
  if (!programs) throw new Error("TEST_POSTGRES asks for Debian's PostgreSQL, which is not installed");
  // The superuser is named as in the product's own store: tests try to become it.
  const server = await debianPostgres(programs, { folder, name: 'debian', superuser: 'election_console' });
  await server.start({ ...THROW_AWAY, timezone: 'UTC' });
  return {
    url: server.address(),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeTemplate(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`drop database if exists ${TEMPLATE} with (force)`);
    await client.query(`create database ${TEMPLATE}`);
  } finally {
    await client.end();
  }
  const url = new URL(adminUrl);
  url.pathname = `/${TEMPLATE}`;
  const database = openDatabase(url.href, { max: 1 });
  try {
    await migrate(database);
    await ensureReferenceData(database);
    const application = new URL(url);
    application.username = APPLICATION.role;
    application.password = APPLICATION.password;
    await ensureRole(url.href, application.href);
    await grantToRole(database, APPLICATION.role);
  } finally {
    await database.close();
  }
}

/** One PostgreSQL for the whole run (TEST_DATABASE_URL names another, TEST_POSTGRES=debian takes Debian's), and in it a migrated database that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await start();
  await makeTemplate(server.url);
  project.provide('databaseServer', { adminUrl: server.url, template: TEMPLATE, application: APPLICATION });
  return () => server.stop();
}
