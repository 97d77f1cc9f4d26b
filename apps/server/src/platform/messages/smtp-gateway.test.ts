import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAIL_PASSWORD, type MailServer, mailServer, type Refusal } from '../../../test/mail-server.ts';
import type { SmtpConfig } from './gateway-config.ts';
import type { Gateway, Outgoing } from './gateway.ts';
import { DeliveryError } from './message-rules.ts';
import { smtpGateway } from './smtp-gateway.ts';

let server: MailServer;
let gateway: Gateway;
beforeAll(async () => {
  server = await mailServer();
  gateway = smtpGateway(server.config, { timeoutMs: 20_000 });
});
afterEach(() => {
  server.refuse(null);
  server.mails.length = 0;
});
afterAll(async () => {
  gateway.close();
  await server.stop();
});

const MESSAGE: Outgoing = {
  id: '0198a2b4-0000-7000-8000-000000000001',
  recipient: 'adaeze@example.org',
  subject: 'Ọlátúndé Ṣóyinká: a request waits — ₦5 & more',
  body: 'Ẹ káàbọ̀.\n\nFrom the start of a line.\n.\nA line with only a dot stood above this one.',
};

async function failureOf(sent: Promise<void>): Promise<DeliveryError> {
  const error: unknown = await sent.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof DeliveryError) return error;
  throw new Error(`not a delivery error: ${String(error)}`);
}

describe('e-mail', () => {
  it('arrives with names, subject and text as they were written', async () => {
    await gateway.send(MESSAGE);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: 'console@example.org', to: ['adaeze@example.org'] });
    expect(mail?.header('Subject')).toBe(MESSAGE.subject);
    expect(mail?.header('From')).toBe('Election Console <console@example.org>');
    expect(mail?.header('To')).toBe('adaeze@example.org');
    expect(mail?.header('Auto-Submitted')).toBe('auto-generated');
    expect(mail?.text.replaceAll('\r\n', '\n')).toBe(MESSAGE.body);
  });

  it('has the same Message-ID at each try', async () => {
    await gateway.send(MESSAGE);
    await gateway.send(MESSAGE);
    const ids = server.mails.map((mail) => mail.header('Message-ID'));
    expect(ids).toEqual([`<${MESSAGE.id}@example.org>`, `<${MESSAGE.id}@example.org>`]);
  });

  it.each([
    'ada@example.org\r\nBcc: all@example.org',
    'ada@example.org, all@example.org',
    'Ada <ada@example.org>',
    'ada@example.org>\r\nRCPT TO:<all@example.org',
    'ada',
    '+2348031234567',
    '',
  ])('is not sent to "%s"', async (recipient) => {
    expect(await failureOf(gateway.send({ ...MESSAGE, recipient }))).toMatchObject({ kind: 'refused' });
    expect(server.mails).toHaveLength(0);
  });

  it.each(['News\r\nBcc: all@example.org', 'News\nX: y', 'News\rX: y'])(
    'is not sent with a subject that begins a header of its own',
    async (subject) => {
      expect(await failureOf(gateway.send({ ...MESSAGE, subject }))).toMatchObject({ kind: 'refused' });
      expect(server.mails).toHaveLength(0);
    },
  );

  const refusals: [Refusal, string][] = [
    [{ at: 'to', code: 550, text: 'No such user' }, 'refused'],
    [{ at: 'to', code: 450, text: 'Greylisted' }, 'failed'],
    [{ at: 'to', code: 452, text: 'Too many recipients' }, 'away'],
    [{ at: 'from', code: 550, text: 'Sender not allowed' }, 'away'],
    [{ at: 'from', code: 451, text: 'Try later' }, 'away'],
    [{ at: 'data', code: 554, text: 'Looks like spam' }, 'refused'],
    [{ at: 'data', code: 451, text: 'Try later' }, 'failed'],
    [{ at: 'data', code: 421, text: 'Shutting down' }, 'away'],
  ];
  it.each(refusals)('that is not taken: %o', async (refusal, kind) => {
    server.refuse(refusal);
    const error = await failureOf(gateway.send(MESSAGE));
    expect(error.kind).toBe(kind);
    expect(error.message).toContain(String(refusal.code));
    expect(error.detail).toContain(refusal.text);
    expect(server.mails).toHaveLength(0);
  });
});

describe('an e-mail server', () => {
  async function with_(changes: Partial<SmtpConfig>, options = {}): Promise<DeliveryError> {
    const other = smtpGateway({ ...server.config, ...changes }, { timeoutMs: 20_000, ...options });
    try {
      return await failureOf(other.send(MESSAGE));
    } finally {
      other.close();
    }
  }

  it('that does not know us is away, and the error holds no password', async () => {
    const error = await with_({ password: `${MAIL_PASSWORD}-wrong` });
    expect(error).toMatchObject({ kind: 'away', message: expect.stringContaining('535') });
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain(MAIL_PASSWORD);
  });

  it.each([
    ['as it was sent', `\0console\0${MAIL_PASSWORD}`],
    ['in the name of the user', `console\0console\0${MAIL_PASSWORD}`],
    ['the password alone', MAIL_PASSWORD],
  ])('that repeats our credentials (%s) does not put them into the log', async (_, form) => {
    const sent = Buffer.from(form).toString('base64');
    server.refuse({ at: 'auth', code: 535, text: `Bad credentials ${sent}` });
    try {
      const error = await with_({});
      expect(error.detail).toContain('Bad credentials ***');
      expect(JSON.stringify([error, error.message, error.stack])).not.toContain(sent);
    } finally {
      server.refuse(null);
    }
  });

  it('that does not run is away', async () => {
    expect(await with_({ port: 1 })).toMatchObject({
      kind: 'away',
      message: 'The e-mail server could not be used (ECONNREFUSED)',
    });
  });

  it('without TLS receives nothing, unless it is on this machine', async () => {
    const error = await with_({}, { requireTls: true });
    expect(error.kind).toBe('away');
    expect(server.mails).toHaveLength(0);
  });

  describe('that goes silent', () => {
    let mute: Server;
    const sockets: Socket[] = [];
    let greeting: string | null = null;
    beforeAll(async () => {
      mute = createServer((socket) => {
        sockets.push(socket);
        socket.on('error', () => undefined);
        if (greeting) socket.write(greeting);
      }).listen(0, '127.0.0.1');
      await once(mute, 'listening');
    });
    afterAll(() => {
      for (const socket of sockets) socket.destroy();
      mute.close();
    });

    it.each([
      ['before its greeting has taken nothing', null, 'away'],
      ['after it may have taken the message', '220 here\r\n', 'silent'],
    ])('%s', async (_, words, kind) => {
      greeting = words;
      const { port } = mute.address() as AddressInfo;
      expect((await with_({ port }, { timeoutMs: 1500 })).kind).toBe(kind);
    });
  });
});
