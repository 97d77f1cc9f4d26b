import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import type { ReadContext } from '../http/context.ts';
import { statement } from './database.ts';
import { AppError } from '../http/errors.ts';
import { newId } from '../runtime/ids.ts';
import { type SharedWriteTools, sharedWrite } from './shared-write.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

interface Call extends ReadContext {
  name: string;
}
type Tools = SharedWriteTools<null, string>;
type Work = (call: Call & Tools) => string;

/** Something besides its entry that each call stores; the database refuses a second one of the same name. */
const insertName = statement('test.name', 'insert into sign_in_attempts (phone, failures) values ($1, 1)');

function writeOf(work: Work) {
  const { platform } = test.app;
  const send = sharedWrite<Call, null, string, string>(platform, {
    call: 'POST /names',
    audit: ['user.updated'],
    apart: ({ name }) => name,
    reads: () => null,
    writes: (names) => names.map((name) => insertName.of([name])),
    async run(call) {
      call.save(call.name);
      return await Promise.resolve(work(call));
    },
  });
  return (name: string) =>
    send({ name, origin: { userId: null, ip: '192.0.2.1', userAgent: null }, now: new Date() } as Call);
}

const entriesOf = async (resource: string) =>
  (
    await test.database.db
      .selectFrom('audit_entries')
      .select(['event', 'ip'])
      .where('resource_id', '=', resource)
      .execute()
  ).map(({ event, ip }) => `${event} ${ip}`);

const namesStored = async () =>
  (await test.database.db.selectFrom('sign_in_attempts').select('phone').execute()).map(({ phone }) => phone);

/** Leaves its entry, as every write must. */
const audited: Work = (call) => {
  call.audit({ event: 'user.updated', resourceId: call.name });
  return 'done';
};

describe('a shared write', () => {
  it('stores the entries of those that are answered, and none of those that are refused', async () => {
    const [kept, refused] = [newId<string>(), newId<string>()];
    const send = writeOf((call) => {
      const answer = audited(call);
      if (call.name === refused) throw new AppError('CONFLICT');
      return answer;
    });
    const outcomes = await Promise.allSettled([newId<string>(), kept, refused].map(send));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(await namesStored()).toContain(kept);
    expect(await namesStored()).not.toContain(refused);
    expect(await entriesOf(kept)).toEqual(['user.updated 192.0.2.1']);
    expect(await entriesOf(refused)).toEqual([]);
  });

  it('refuses a call that leaves no entry, or another than its route says, and stores nothing of it', async () => {
    const [silent, wrong] = [newId<string>(), newId<string>()];
    const send = writeOf((call) => {
      if (call.name === wrong) call.audit({ event: 'user.created', resourceId: wrong });
      return 'done';
    });
    for (const name of [silent, wrong]) await expect(send(name)).rejects.toThrow('must leave one of its audit entries');
    expect(await entriesOf(wrong)).toEqual([]);
    expect(await namesStored()).not.toEqual(expect.arrayContaining([silent, wrong]));
  });

  it('lets a call say that it rightly changed nothing', async () => {
    const send = writeOf((call) => {
      call.noChange();
      return 'as before';
    });
    expect(await send('x')).toBe('as before');
  });

  it('stores the others when the database refuses one, and of that one nothing', async () => {
    const [taken, ...others] = Array.from({ length: 6 }, () => newId<string>());
    const send = writeOf(audited);
    await send(String(taken));
    const outcomes = await Promise.allSettled([...others, String(taken)].map(send));
    expect(outcomes.map(({ status }) => status)).toEqual([...others.map(() => 'fulfilled'), 'rejected']);
    expect(await namesStored()).toEqual(expect.arrayContaining(others));
    for (const name of others) expect(await entriesOf(name)).toHaveLength(1);
    expect(await entriesOf(String(taken))).toHaveLength(1);
  });
});
