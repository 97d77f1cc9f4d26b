import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nextPhone } from '../../../test/builders.ts';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { type MailServer, mailServer } from '../../../test/mail-server.ts';
import { API_KEY, type SmsProvider, smsProvider } from '../../../test/sms-provider.ts';
import { inTransaction } from '../database/database.ts';
import type { Gateway } from './gateway.ts';
import { logGateway } from './gateways.ts';
import { createMessages, type Messages } from './messages.ts';
import { expireAbout, type Message, queueMessage, queueMessages } from './outbox.ts';
import { smsGateway } from './sms-gateway.ts';
import { smtpGateway } from './smtp-gateway.ts';

let test: TestApp;
let provider: SmsProvider;
let mail: MailServer;
let running: Messages[] = [];
beforeAll(async () => {
  test = await testApp();
  // The test's own servers must send the queue, not the application.
  await test.app.platform.messages.stop();
  mail = await mailServer();
});
beforeEach(async () => {
  provider = await smsProvider();
});
afterEach(async () => {
  await Promise.all(running.map((messages) => messages.stop()));
  running = [];
  await provider.stop();
  await test.database.db.deleteFrom('messages').execute();
});
afterAll(async () => {
  await mail.stop();
  await test.close();
});

/** One server's sender on the test's clock; a short timeout is for gateways that hang. */
function server({ timeoutMs = 10_000 } = {}): Messages {
  const messages = createMessages(
    test.database,
    {
      sms: smsGateway(provider.config('africastalking'), { timeoutMs }),
      email: smtpGateway(mail.config, { timeoutMs }),
    },
    { clock: { now: () => test.clock.now() }, onError: (error) => expect.unreachable(String(error)) },
  );
  running.push(messages);
  return messages;
}

async function queued(changes: Partial<Message> = {}): Promise<string> {
  const recipient = changes.recipient ?? nextPhone();
  const message: Message = { channel: 'sms', recipient, body: `hello ${recipient}`, ...changes };
  await inTransaction(test.database.db, (tx) => queueMessage(tx, message));
  return recipient;
}

async function manyQueued(count: number): Promise<string[]> {
  const recipients: string[] = [];
  for (let index = 0; index < count; index++) recipients.push(await queued());
  return recipients;
}

async function rowOf(recipient: string) {
  return await test.database.db
    .selectFrom('messages')
    .selectAll()
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow();
}

const stateOf = async (recipient: string) => {
  const { status, attempts } = await rowOf(recipient);
  return `${status} ${attempts}`;
};

async function countOf(status: 'waiting' | 'sent' | 'failed'): Promise<number> {
  const rows = await test.database.db.selectFrom('messages').select('id').where('status', '=', status).execute();
  return rows.length;
}

/** Wakes the server repeatedly, some seconds later each time, until the condition holds. */
async function passTimeUntil(messages: Messages, seconds: number, holds: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        if (await holds()) return true;
        test.clock.advance(seconds / 60);
        messages.wake();
        return false;
      },
      { interval: 30, timeout: 10_000 },
    )
    .toBe(true);
}

describe('the outbox', () => {
  it('hands each message to the gateway of its channel', async () => {
    const phone = await queued();
    const email = await queued({ channel: 'email', recipient: 'ada@example.org', subject: 'Ọ̀rọ̀', body: 'Ẹ káàbọ̀' });
    server().wake();
    await expect.poll(() => stateOf(phone)).toBe('sent 1');
    await expect.poll(() => stateOf(email)).toBe('sent 1');
    expect(provider.requests).toMatchObject([{ recipient: phone, text: `hello ${phone}` }]);
    expect(mail.mails).toMatchObject([{ to: [email], text: 'Ẹ káàbọ̀' }]);
    expect(await rowOf(phone)).toMatchObject({ gateway: 'africastalking', last_error: null, claim: null });
  });

  it('writes to the log where there is no gateway, and marks the message so', async () => {
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const recipient = await queued({ body: '123456 is your code', secret: true });
    const messages = createMessages(
      test.database,
      { sms: logGateway('sms', log), email: logGateway('email', log) },
      { clock: test.clock, onError: (error) => expect.unreachable(String(error)) },
    );
    running.push(messages);
    messages.wake();
    await expect.poll(() => stateOf(recipient)).toBe('logged 1');
    expect(lines).toEqual([`SMS to ${recipient}: 123456 is your code`]);
    expect((await rowOf(recipient)).body).toBe('123456 is your code');
  });

  it('holds nothing of a transaction that was undone', async () => {
    const recipient = nextPhone();
    const undone = inTransaction(test.database.db, async (tx) => {
      await queueMessages(tx, [{ channel: 'sms', recipient, body: 'hello' }]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await expect(rowOf(recipient)).rejects.toThrow('no result');
  });

  it('sends each message once, also when three servers empty it together', async () => {
    const recipients = await manyQueued(130);
    const servers = [server(), server(), server()];
    for (const messages of servers) messages.wake();
    await expect.poll(() => countOf('sent')).toBe(130);
    expect(provider.requests.map(({ recipient }) => recipient).sort()).toEqual(recipients.sort());
  });

  it('sends codes before news', async () => {
    const news = await manyQueued(30);
    const code = await queued({ body: '123456', secret: true, urgent: true });
    server().wake();
    await expect.poll(() => countOf('sent')).toBe(31);
    // Eight are sent side by side, and the faster ones of these go on with their next before the slowest has left.
    expect(provider.requests.slice(0, 16).map(({ recipient }) => recipient)).toContain(code);
    expect(provider.taken).toHaveLength(news.length + 1);
  });

  it('does not hold back e-mail while the SMS gateway is silent', async () => {
    provider.behave('hangs');
    await manyQueued(3);
    const email = await queued({ channel: 'email', recipient: 'obi@example.org', subject: 'News', body: 'hello' });
    // The e-mail arrives long before the SMS gateway times out.
    server({ timeoutMs: 3000 }).wake();
    await expect.poll(() => stateOf(email)).toBe('sent 1');
    expect(await countOf('waiting')).toBe(3);
  });
});

describe('a gateway that is down', () => {
  it('costs no message a try, and gets all of them in their order once it is back', async () => {
    const recipients = await manyQueued(90);
    await provider.stop();
    const messages = server();
    messages.wake();
    await expect.poll(async () => (await rowOf(recipients[0] ?? '')).last_error).toContain('ECONNREFUSED');
    await expect.poll(() => messages.gateways().sms.paused).toBe(true);
    // More rounds than a message has attempts.
    for (let look = 0; look < 12; look++) {
      test.clock.advance(2);
      messages.wake();
      await expect.poll(async () => (await rowOf(recipients[0] ?? '')).tried_at).toEqual(test.clock.now());
      await expect.poll(() => messages.gateways().sms.paused).toBe(true);
    }
    expect(await countOf('waiting')).toBe(90);
    await provider.start();
    await passTimeUntil(messages, 60, async () => (await countOf('sent')) === 90);
    expect(messages.gateways().sms.paused).toBe(false);
    expect(await Promise.all(recipients.map(stateOf))).toEqual(recipients.map(() => 'sent 1'));
    expect(new Set(provider.taken)).toEqual(new Set(recipients));
    expect(provider.taken).toHaveLength(90);
    // A round of forty ends before the next begins; within it some are sent in parallel.
    const overtaken = recipients.map((recipient, place) => Math.abs(provider.taken.indexOf(recipient) - place));
    expect(Math.max(...overtaken)).toBeLessThan(40);
  });

  it('is left alone meanwhile, and asked with few messages', async () => {
    provider.behave({ status: 503, body: 'busy' });
    await manyQueued(60);
    const messages = server();
    messages.wake();
    await expect.poll(() => messages.gateways().sms.paused).toBe(true);
    const first = provider.requests.length;
    expect(first).toBeLessThanOrEqual(10);
    for (let time = 0; time < 5; time++) messages.wake();
    test.clock.advance(1);
    messages.wake();
    await expect.poll(() => provider.requests.length).toBe(first + 3);
    expect(await countOf('waiting')).toBe(60);
  });

  it('is checked again at once on request', async () => {
    provider.behave({ status: 500, body: 'broken' });
    const recipient = await queued();
    const messages = server();
    messages.wake();
    await expect.poll(() => messages.gateways().sms.paused).toBe(true);
    provider.behave('takes');
    messages.resume('sms');
    await expect.poll(() => stateOf(recipient)).toBe('sent 1');
  });

  it('does not stand in the way of the others with one message that it cannot bear', async () => {
    const [poison = '', ...others] = await manyQueued(12);
    provider.behave(({ recipient }) => (recipient === poison ? { status: 500, body: 'oops' } : 'takes'));
    const messages = server();
    messages.wake();
    await expect.poll(() => countOf('sent')).toBe(others.length);
    await expect.poll(() => stateOf(poison)).toBe('waiting 1');
    expect(messages.gateways().sms.paused).toBe(false);
  });
});

describe('a message that is not taken', () => {
  it('is tried again later each time, and given up after about a day', async () => {
    provider.behave({ status: 200, body: '<html>Sign in to the network</html>' });
    const recipient = await queued();
    const start = test.clock.now().getTime();
    const messages = server();
    const waits: number[] = [];
    for (let tries = 1; tries <= 8; tries++) {
      messages.wake();
      await expect.poll(() => stateOf(recipient)).toBe(`waiting ${tries}`);
      const { next_attempt_at: next } = await rowOf(recipient);
      waits.push(((next?.getTime() ?? 0) - test.clock.now().getTime()) / 1000);
      messages.wake();
      test.clock.set(next ?? test.clock.now());
    }
    messages.wake();
    await expect.poll(() => stateOf(recipient)).toBe('failed 9');
    expect(provider.requests).toHaveLength(9);
    expect(waits.map((wait, index) => index === 0 || wait > (waits[index - 1] ?? 0))).not.toContain(false);
    const hours = (test.clock.now().getTime() - start) / 3_600_000;
    expect(hours).toBeGreaterThan(17);
    expect(hours).toBeLessThan(28);
    expect((await rowOf(recipient)).last_error).toBe('The SMS gateway answered in an unknown form');
  });

  it('for good, as an invalid number, is given up at once', async () => {
    const answer = { SMSMessageData: { Recipients: [{ statusCode: 403, status: 'InvalidPhoneNumber' }] } };
    provider.behave({ status: 201, body: JSON.stringify(answer) });
    const recipient = await queued();
    server().wake();
    await expect.poll(() => stateOf(recipient)).toBe('failed 1');
    expect(await rowOf(recipient)).toMatchObject({
      last_error: 'The SMS gateway answered 403: InvalidPhoneNumber',
      gateway: 'africastalking',
    });
  });

  it('with a line break in its subject never reaches the e-mail server', async () => {
    const sent = mail.mails.length;
    const subject = 'News\r\nBcc: everybody@example.org';
    const recipient = await queued({ channel: 'email', recipient: 'eve@example.org', subject, body: 'hello' });
    server().wake();
    await expect.poll(() => stateOf(recipient)).toBe('failed 1');
    expect(mail.mails).toHaveLength(sent);
  });
});

describe('a server that ended in the middle', () => {
  /** Claimed and never marked, as a killed process leaves it. */
  async function leftBehind(recipient: string): Promise<void> {
    const until = new Date(test.clock.now().getTime() + 3 * 60_000);
    await test.database.db
      .updateTable('messages')
      .set({ claim: randomUUID(), locked_until: until })
      .where('recipient', '=', recipient)
      .execute();
  }

  it('keeps its messages to itself for three minutes, then another sends them', async () => {
    const left = await queued();
    await leftBehind(left);
    const other = await queued();
    const messages = server();
    messages.wake();
    await expect.poll(() => stateOf(other)).toBe('sent 1');
    expect(await stateOf(left)).toBe('waiting 0');
    test.clock.advance(3);
    messages.wake();
    await expect.poll(() => stateOf(left)).toBe('sent 1');
    expect(provider.taken).toEqual([other, left]);
  });

  it('releases the messages that it has not begun when it is stopped', async () => {
    provider.behave('hangs');
    await manyQueued(20);
    const messages = server({ timeoutMs: 1500 });
    messages.wake();
    await expect.poll(() => provider.requests.length).toBe(8);
    await messages.stop();
    const rows = await test.database.db.selectFrom('messages').select(['claim', 'attempts']).execute();
    expect(rows.every(({ claim }) => claim === null)).toBe(true);
    expect(rows.filter(({ attempts }) => attempts > 0).length).toBe(8);
  });
});

it('a message withdrawn after its sender took it is not sent any more', async () => {
  const recipients = await manyQueued(20);
  await test.database.db.updateTable('messages').set({ about: '/page' }).execute();
  const { promise: withdrawn, resolve: withdraw } = Promise.withResolvers<void>();
  const sent: string[] = [];
  const sms: Gateway = {
    name: 'slow',
    async send({ recipient }) {
      sent.push(recipient);
      await withdrawn;
    },
    close: () => undefined,
  };
  const gateways = { sms, email: logGateway('email', () => undefined) };
  const messages = createMessages(test.database, gateways, {
    clock: test.clock,
    onError: (error) => expect.unreachable(String(error)),
  });
  running.push(messages);
  messages.wake();
  await expect.poll(() => sent.length).toBe(8);
  await inTransaction(test.database.db, (tx) => expireAbout(tx, '/page', test.clock.now()));
  withdraw();
  await expect.poll(() => countOf('sent')).toBe(8);
  messages.wake();
  await expect.poll(() => countOf('waiting')).toBe(0);
  expect(sent).toHaveLength(8);
  expect(recipients).toEqual(expect.arrayContaining(sent));
});

describe('a code', () => {
  const CODE = '482913';
  const inMinutes = (minutes: number) => new Date(test.clock.now().getTime() + minutes * 60_000);
  const withCode = (minutes: number) =>
    queued({ body: `${CODE} is your code`, secret: true, urgent: true, expiresAt: inMinutes(minutes) });

  it('stands nowhere any more once a gateway has it', async () => {
    const recipient = await withCode(5);
    server().wake();
    await expect.poll(() => stateOf(recipient)).toBe('sent 1');
    expect(provider.requests[0]?.text).toContain(CODE);
    expect(JSON.stringify(await rowOf(recipient))).not.toContain(CODE);
  });

  it('is not sent once it is over, and wiped', async () => {
    await provider.stop();
    const recipient = await withCode(5);
    const messages = server();
    messages.wake();
    await expect.poll(() => messages.gateways().sms.paused).toBe(true);
    await provider.start();
    test.clock.advance(5);
    messages.wake();
    await expect.poll(() => stateOf(recipient)).toBe('expired 0');
    const later = await queued();
    messages.wake();
    await expect.poll(() => stateOf(later)).toBe('sent 1');
    expect(provider.taken).toEqual([later]);
    expect((await rowOf(recipient)).body).toBeNull();
  });

  it('stands in no error, though the gateway repeats it', async () => {
    provider.behave(({ text }) => ({ status: 400, body: `Not allowed: ${text} (key ${API_KEY})` }));
    const recipient = await withCode(5);
    server().wake();
    await expect.poll(() => stateOf(recipient)).toBe('failed 1');
    const { last_error: error } = await rowOf(recipient);
    expect(error).toBe('The SMS gateway answered 400');
    const news = await queued();
    running[0]?.wake();
    await expect.poll(() => stateOf(news)).toBe('failed 1');
    expect((await rowOf(news)).last_error).toContain('Not allowed: hello');
    expect((await rowOf(news)).last_error).not.toContain(API_KEY);
  });
});
