import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject as provided } from 'vitest';
import { type App, buildApp } from '../src/app.ts';
import { restore } from '../src/backup/restore.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { createFileStore } from '../src/platform/files/file-stores.ts';
import type { TestApp } from './harness.ts';

export async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The test's database as its owner has it. */
export function ownersUrl(test: TestApp): string {
  const url = new URL(provided('databaseServer').adminUrl);
  url.pathname = new URL(test.database.url).pathname;
  return url.href;
}

/** A database with nothing in it. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { adminUrl } = provided('databaseServer');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => void (await query(adminUrl, `drop database ${name} with (force)`)) };
}

/** The same for a role of its own that owns the database and is nothing beyond that. */
export async function databaseOfPlainOwner(): Promise<{ url: string; drop(): Promise<void> }> {
  const { adminUrl } = provided('databaseServer');
  const role = `owner_${randomUUID().replaceAll('-', '')}`;
  await query(adminUrl, `create role ${role} login password 'plain' nosuperuser nocreatedb nocreaterole`);
  const made = await emptyDatabase();
  const url = new URL(made.url);
  await query(adminUrl, `alter database ${url.pathname.slice(1)} owner to ${role}`);
  url.username = role;
  url.password = 'plain';
  return {
    url: url.href,
    async drop() {
      await made.drop();
      await query(adminUrl, `drop role ${role}`);
    },
  };
}

export const newFolder = (): Promise<string> => mkdtemp(path.join(os.tmpdir(), 'ec-backup-'));

/** The application on a store that was destroyed and restored. */
export interface RestoredApp {
  app: App;
  database: Database;
  dataDir: string;
  migrated: string[];
  close(): Promise<void>;
}

/** Restores the backup into a new database and a new folder, and opens the application on them as the test's was. */
export async function restoredApp(test: TestApp, folder: string): Promise<RestoredApp> {
  const { platform } = test.app;
  const place = await emptyDatabase();
  const dataDir = await newFolder();
  const config = { ...platform.config, dataDir };
  const { migrated } = await restore({ url: place.url, store: createFileStore(config), folder });
  const database = openDatabase(place.url, { max: 10 });
  const app = await buildApp({ config, database, clock: test.clock, runJobs: false });
  await app.fastify.ready();
  return {
    app,
    database,
    dataDir,
    migrated,
    async close() {
      await app.close();
      await database.close();
      await place.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const BOUNDARY = 'test-boundary';

/** An upload of one file, as a browser sends it. */
export function uploadOf(content: Buffer, token: string, url = '/api/files', field = 'file') {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="picture.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  return {
    method: 'POST' as const,
    url,
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, authorization: `Bearer ${token}` },
  };
}
