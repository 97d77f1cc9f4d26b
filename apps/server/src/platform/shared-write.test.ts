import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/harness.ts';
import type { ReadContext } from './context.ts';
import type { Tx } from './database.ts';
import { AppError } from './errors.ts';
import { newId } from './ids.ts';
import { type SharedHands, sharedWrite } from './shared-write.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

interface Call extends ReadContext {
  name: string;
}
type Work = (call: Call & SharedHands, tx: Tx) => Promise<string | Error>;

function writeOf(work: Work) {
  const { platform } = test.app;
  const send = sharedWrite<Call, string>(platform, {
    path: '/names',
    audit: ['user.updated'],
    apart: ({ name }) => name,
    together: (tx, calls) => Promise.all(calls.map((call) => work(call, tx))),
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

describe('a shared write', () => {
  it('stores the entries of those that are answered, and none of those that are refused', async () => {
    const [kept, refused] = [newId<string>(), newId<string>()];
    const send = writeOf(async (call) => {
      call.audit({ event: 'user.updated', resourceId: call.name });
      return await Promise.resolve(call.name === refused ? new AppError('CONFLICT') : 'done');
    });
    const outcomes = await Promise.allSettled([newId<string>(), kept, refused].map(send));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(await entriesOf(kept)).toEqual(['user.updated 192.0.2.1']);
    expect(await entriesOf(refused)).toEqual([]);
  });

  it('refuses a call that leaves no entry, or another than its route says, and stores nothing of it', async () => {
    const [silent, wrong] = [newId<string>(), newId<string>()];
    const send = writeOf(async (call, tx) => {
      if (call.name === wrong) call.audit({ event: 'user.created', resourceId: wrong });
      await tx.insertInto('sign_in_attempts').values({ phone: call.name, failures: 1 }).execute();
      return 'done';
    });
    for (const name of [silent, wrong]) await expect(send(name)).rejects.toThrow('must leave one of its audit entries');
    expect(await entriesOf(wrong)).toEqual([]);
    const left = await test.database.db.selectFrom('sign_in_attempts').selectAll().execute();
    expect(left).toEqual([]);
  });

  it('lets a call say that it rightly changed nothing', async () => {
    const send = writeOf(async (call) => {
      call.noChange();
      return await Promise.resolve('as before');
    });
    expect(await send('x')).toBe('as before');
  });
});
