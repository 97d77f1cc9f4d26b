import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextPhone } from '../../test/builders.ts';
import { type TestApp, testApp } from '../../test/harness.ts';
import { inTransaction } from './database.ts';
import { createMessages, type Gateway, logGateway, queueMessage } from './messages.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const fail = (error: unknown) => expect.unreachable(String(error));

async function queued(): Promise<string> {
  const recipient = nextPhone();
  await inTransaction(test.database.db, (tx) => queueMessage(tx, { channel: 'sms', recipient, body: 'hello' }));
  return recipient;
}

async function stateOf(recipient: string) {
  return await test.database.db
    .selectFrom('messages')
    .select(['status', 'attempts', 'last_error'])
    .where('recipient', '=', recipient)
    .executeTakeFirst();
}

describe('the outbox', () => {
  it('writes to the log where there is no gateway, and marks the message so', async () => {
    const lines: string[] = [];
    const recipient = await queued();
    const messages = createMessages(
      test.database,
      logGateway((line) => lines.push(line)),
      fail,
    );
    messages.wake();
    await messages.stop();
    expect(lines).toEqual([`SMS to ${recipient}: hello`]);
    expect(await stateOf(recipient)).toEqual({ status: 'logged', attempts: 1, last_error: null });
  });

  it('leaves each message once, also when two servers empty it together', async () => {
    const recipients = new Set(await Promise.all(Array.from({ length: 30 }, queued)));
    const left: string[] = [];
    const gateway: Gateway = {
      async send({ recipient }) {
        left.push(recipient);
        return 'sent';
      },
    };
    const both = [createMessages(test.database, gateway, fail), createMessages(test.database, gateway, fail)];
    for (const messages of both) messages.wake();
    await expect.poll(() => left.length).toBe(30);
    await Promise.all(both.map((messages) => messages.stop()));
    expect(new Set(left)).toEqual(recipients);
  });

  it('keeps a message that failed, and gives up after five attempts', async () => {
    const recipient = await queued();
    const gateway: Gateway = { send: () => Promise.reject(new Error('gateway away')) };
    const attempt = async () => {
      const messages = createMessages(test.database, gateway, fail);
      messages.wake();
      await messages.stop();
      return (await stateOf(recipient))?.status;
    };
    const states = [await attempt(), await attempt(), await attempt(), await attempt(), await attempt()];
    expect(states).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'failed']);
    expect(await stateOf(recipient)).toMatchObject({ attempts: 5, last_error: 'Error: gateway away' });
  });

  it('holds nothing of a transaction that was undone', async () => {
    const recipient = nextPhone();
    const undone = inTransaction(test.database.db, async (tx) => {
      await queueMessage(tx, { channel: 'sms', recipient, body: 'hello' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await stateOf(recipient)).toBeUndefined();
  });
});
