import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { tidy } from './maintenance.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

describe('data that is no longer needed', () => {
  it('includes wall screens that ended a month ago, and none that run or ended lately', async () => {
    const { db } = test.database;
    const { person } = await test.as('super_admin', null);
    const screen = async (name: string, expires: string, ended: string | null) => {
      await sql`insert into wall_screens (id, token_hash, name, user_id, expires_at, ended_at)
        values (gen_random_uuid(), sha256(${name}::bytea), ${name}, ${person.id}, now() + ${expires}::interval,
          now() + ${ended}::interval)`.execute(db);
    };
    await screen('runs', '1 day', null);
    await screen('expired yesterday', '-1 day', null);
    await screen('expired long ago', '-31 days', null);
    await screen('ended yesterday', '1 day', '-1 day');
    await screen('ended long ago', '-29 days', '-31 days');
    await tidy(test.database);
    const rows = await db.selectFrom('wall_screens').select('name').orderBy('name').execute();
    expect(rows.map(({ name }) => name)).toEqual(['ended yesterday', 'expired yesterday', 'runs']);
  });
});
