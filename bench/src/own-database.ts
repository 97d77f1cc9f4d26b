import { type Database, migrate, openDatabase } from '@ec/server/platform/database/database';
import pg from 'pg';

/** Runs the work on a separate migrated database, which is dropped afterwards. */
export async function withDatabase<T>(url: string, name: string, work: (database: Database) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const target = new URL(url);
  target.pathname = `/${name}`;
  try {
    await admin.query(`create database ${name}`);
    const database = openDatabase(target.href, { max: 8 });
    try {
      await migrate(database);
      return await work(database);
    } finally {
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
    }
  } finally {
    await admin.end();
  }
}
