import type { OutboxList, OutboxMessage } from '@ec/contract/deliveries/schemas';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nextPhone } from '../../../test/builders.ts';
import { auditOf } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { API_KEY, type SmsProvider, smsProvider } from '../../../test/sms-provider.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { tidyMessages, type Message, queueMessage } from '../../platform/messages/outbox.ts';

const UNKNOWN = '0198a2b4-0000-7000-8000-000000000001';

let test: TestApp;
let admin: Client;
let provider: SmsProvider;
beforeAll(async () => {
  provider = await smsProvider();
  test = await testApp({ sms: provider.config('termii') });
  admin = await test.as('super_admin', null);
});
afterEach(async () => {
  provider.behave('takes');
  provider.requests.length = 0;
  await test.database.db.deleteFrom('messages').execute();
});
afterAll(async () => {
  await test.close();
  await provider.stop();
});

async function queued(changes: Partial<Message> = {}, where = test): Promise<string> {
  const recipient = changes.recipient ?? nextPhone();
  const message: Message = { channel: 'sms', recipient, body: 'hello', ...changes };
  await inTransaction(where.database.db, (tx) => queueMessage(tx, message));
  where.app.platform.messages.resume(message.channel);
  return recipient;
}

async function listed(query = '', who = admin): Promise<OutboxList> {
  const reply = await who.get(`/deliveries?${query}`);
  expect(reply.status).toBe(200);
  return reply.json<OutboxList>('data');
}

async function found(recipient: string, who = admin): Promise<OutboxMessage> {
  const { messages } = await listed(`q=${encodeURIComponent(recipient)}`, who);
  expect(messages).toHaveLength(1);
  return messages[0] as OutboxMessage;
}

async function becomes(recipient: string, status: string, who = admin): Promise<void> {
  await expect.poll(async () => (await found(recipient, who)).status).toBe(status);
}

/** A message that the provider rejects permanently. */
async function failed(changes: Partial<Message> = {}): Promise<OutboxMessage> {
  provider.behave({ status: 400, body: '{"code":400,"message":"Invalid phone number"}' });
  const recipient = await queued(changes);
  await becomes(recipient, 'failed');
  provider.behave('takes');
  return await found(recipient);
}

describe('the outbox as the super admin sees it', () => {
  it('lists what left and what did not, newest first, with counts and gateways', async () => {
    const refused = await failed();
    const recipient = await queued();
    await becomes(recipient, 'sent');
    const { messages, total, counts, gateways } = await listed();
    expect(messages.map((message) => message.recipient)).toEqual([recipient, refused.recipient]);
    expect(messages[0]).toMatchObject({
      channel: 'sms',
      body: 'hello',
      attempts: 1,
      gateway: 'termii',
      lastError: null,
    });
    expect(messages[0]?.sentAt).toBe(test.clock.now().toISOString());
    expect(messages[1]).toMatchObject({
      attempts: 1,
      nextAttemptAt: null,
      lastError: 'The SMS gateway answered 400: Invalid phone number',
      can: { retry: true },
    });
    expect(total).toBe(2);
    expect(counts).toEqual({ waiting: 0, sent: 1, logged: 0, failed: 1, expired: 0 });
    expect(gateways).toEqual({
      sms: { name: 'termii', sent: 1, failed: 1, paused: false, lastError: expect.stringContaining('Invalid phone') },
      email: { name: 'log', sent: 0, failed: 0, paused: false, lastError: null },
    });
  });

  it('is found by state, channel, address and page', async () => {
    const refused = await failed();
    const phone = await queued();
    const email = await queued({ channel: 'email', recipient: 'Chi_ka@example.org', subject: 'News', body: 'hello' });
    await becomes(phone, 'sent');
    await becomes(email, 'logged');
    const names = async (query: string) => (await listed(query)).messages.map(({ recipient }) => recipient);
    expect(await names('status=failed')).toEqual([refused.recipient]);
    expect(await names('channel=email')).toEqual([email]);
    expect(await names('q=chi_')).toEqual([email]);
    expect(await names('q=chi%25')).toEqual([]);
    expect(await names(`q=${phone.replace('+234', '0')}`)).toEqual([phone]);
    expect(await names('pageSize=1&page=2')).toEqual([phone]);
    const { total, counts } = await listed('status=failed');
    expect(total).toBe(1);
    expect(counts).toMatchObject({ sent: 1, logged: 1, failed: 1 });
  });

  it('says when a gateway is left alone', async () => {
    provider.behave({ status: 503, body: `no ${API_KEY}` });
    await queued();
    await expect.poll(async () => (await listed()).gateways.sms.paused).toBe(true);
    const { gateways } = await listed();
    expect(gateways.sms).toMatchObject({ failed: 1, lastError: 'The SMS gateway answered 503: no ***' });
  });

  it('answers all that is wrong with a query', async () => {
    const reply = await admin.get('/deliveries?status=gone&channel=pigeon&page=0');
    expect(reply.status).toBe(400);
    expect(reply.json<{ path: string }[]>('fields').map(({ path }) => path)).toEqual(['page', 'status', 'channel']);
  });
});

describe('a code', () => {
  const secret = (minutes = 5) => ({
    body: '482913 is your code',
    secret: true,
    expiresAt: new Date(test.clock.now().getTime() + minutes * 60_000),
  });

  it('is shown to no reader where a gateway carries it, in any state', async () => {
    provider.behave({ status: 503, body: 'busy' });
    const waiting = await queued(secret());
    await expect.poll(async () => (await found(waiting)).lastError).not.toBeNull();
    expect(await found(waiting)).toMatchObject({ status: 'waiting', body: null });
    provider.behave('takes');
    test.app.platform.messages.resume('sms');
    await becomes(waiting, 'sent');
    expect(await found(waiting)).toMatchObject({ body: null });
    expect(await failed(secret())).toMatchObject({ body: null, can: { retry: true } });
    expect((await admin.get('/deliveries')).text).not.toContain('482913');
  });

  it('is read here where no gateway is configured, as long as it serves', async () => {
    const first = await testApp();
    try {
      const superAdmin = await first.as('super_admin', null);
      const recipient = await queued(secret(), first);
      await becomes(recipient, 'logged', superAdmin);
      expect(await found(recipient, superAdmin)).toMatchObject({ body: '482913 is your code', gateway: 'log' });
      first.clock.advance(6);
      const later = await first.signIn(superAdmin.person);
      expect(await found(recipient, later)).toMatchObject({ body: null });
    } finally {
      await first.close();
    }
  });

  it('is wiped when it is over, and rows are forgotten after 90 days', async () => {
    const { db } = test.database;
    const [code, fresh, old, waiting] = [await failed(secret()), await failed(), await failed(), await failed()];
    await sql`update messages set expires_at = now() - interval '1 second' where id = ${code.id}`.execute(db);
    await sql`update messages set created_at = now() - interval '91 days' where id in (${old.id}, ${waiting.id})`.execute(
      db,
    );
    await sql`update messages set status = 'waiting', next_attempt_at = 'infinity' where id = ${waiting.id}`.execute(
      db,
    );
    await tidyMessages(db);
    const rows = await db.selectFrom('messages').select(['id', 'body']).execute();
    expect(new Map(rows.map(({ id, body }) => [id, body]))).toEqual(
      new Map([
        [code.id, null],
        [fresh.id, 'hello'],
        [waiting.id, 'hello'],
      ]),
    );
  });
});

describe('sending again', () => {
  it('lets one message leave anew, and is audited', async () => {
    const { id, recipient } = await failed();
    const reply = await admin.post(`/deliveries/${id}/retry`);
    expect(reply.json('data')).toEqual({ waiting: 1 });
    await becomes(recipient, 'sent');
    expect(await auditOf(test, id)).toEqual(['delivery.retried']);
    expect((await found(recipient)).can.retry).toBe(false);
  });

  it('is refused for what left, and for what is over', async () => {
    const sent = await queued();
    await becomes(sent, 'sent');
    const again = await admin.post(`/deliveries/${(await found(sent)).id}/retry`);
    expect([again.status, again.code]).toEqual([409, 'MESSAGE_NOT_FAILED']);
    const expiresAt = new Date(test.clock.now().getTime() + 1000);
    const over = await failed({ expiresAt });
    test.clock.advance(1);
    admin = await test.signIn(admin.person);
    expect((await found(over.recipient)).can.retry).toBe(false);
    const late = await admin.post(`/deliveries/${over.id}/retry`);
    expect([late.code, late.json('error')]).toEqual([
      'MESSAGE_NOT_FAILED',
      'This message is expired, so it is not sent again.',
    ]);
    expect((await admin.post(`/deliveries/${UNKNOWN}/retry`)).status).toBe(404);
    expect((await admin.post('/deliveries/1/retry')).status).toBe(400);
  });

  it('is done once by two who ask at the same moment', async () => {
    const { id } = await failed();
    const replies = await Promise.all([1, 2, 3].map(() => admin.post(`/deliveries/${id}/retry`)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    await expect.poll(() => provider.requests.length).toBe(2);
  });

  it('lets all failed ones leave anew, and says how many', async () => {
    const all = [await failed(), await failed(), await failed()];
    expect((await admin.post('/deliveries/retry-failed')).json('data')).toEqual({ waiting: 3 });
    for (const { recipient } of all) await becomes(recipient, 'sent');
    expect((await admin.post('/deliveries/retry-failed')).json('data')).toEqual({ waiting: 0 });
  });
});

describe('a test message', () => {
  it('goes to one’s own phone, and is audited', async () => {
    const reply = await admin.post('/deliveries/test', { channel: 'sms' });
    expect(reply.status).toBe(201);
    const { id, recipient } = reply.json<{ id: string; recipient: string }>('data');
    expect(recipient).toBe(admin.person.phone);
    await becomes(recipient, 'sent');
    expect(provider.requests[0]?.text).toContain('This is a test message');
    expect(await auditOf(test, id)).toEqual(['delivery.tested']);
  });

  it('goes to the caller’s own e-mail address; without one it is refused', async () => {
    const reply = await admin.post('/deliveries/test', { channel: 'email' });
    expect([reply.status, reply.code]).toEqual([409, 'NO_EMAIL']);
    await test.database.db
      .updateTable('users')
      .set({ email: 'super@example.org' })
      .where('id', '=', admin.person.id)
      .execute();
    expect((await admin.post('/deliveries/test', { channel: 'email' })).status).toBe(201);
    await becomes('super@example.org', 'logged');
    expect((await found('super@example.org')).subject).toMatch(/^Test message from /);
  });

  it('names a channel', async () => {
    expect((await admin.post('/deliveries/test', { channel: 'pigeon' })).status).toBe(400);
  });
});

describe('the outbox', () => {
  it('is for the super admin only', async () => {
    const others = await Promise.all([test.as('national_admin', null), test.as('global_moderator', null)]);
    for (const other of others) {
      expect((await other.get('/deliveries')).code).toBe('ROLE_DENIED');
      expect((await other.post('/deliveries/retry-failed')).status).toBe(403);
      expect((await other.post('/deliveries/test', { channel: 'sms' })).status).toBe(403);
      expect((await other.post(`/deliveries/${UNKNOWN}/retry`)).status).toBe(403);
    }
    expect((await test.anonymous.get('/deliveries')).status).toBe(401);
    expect((await test.anonymous.post('/deliveries/test', { channel: 'sms' })).status).toBe(401);
  });
});
