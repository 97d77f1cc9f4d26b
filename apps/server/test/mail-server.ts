import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SmtpConfig } from '../src/platform/messages/gateway-config.ts';

export interface Mail {
  from: string;
  to: string[];
  /** As it came over the wire. */
  source: string;
  /** A header's value, unfolded, with encoded words decoded. */
  header(name: string): string | undefined;
  /** The text, decoded. */
  text: string;
}

/** A step at which the server refuses, and with which answer. */
export interface Refusal {
  at: 'auth' | 'from' | 'to' | 'data';
  code: number;
  text: string;
}

export interface MailServer {
  mails: Mail[];
  refuse(refusal: Refusal | null): void;
  config: SmtpConfig;
  stop(): Promise<void>;
}

export const MAIL_PASSWORD = 'mail-pass-5e1c';

function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function parse(source: string, envelope: { from: string; to: string[] }): Mail {
  const end = source.indexOf('\r\n\r\n');
  const headers = source.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => {
    const value = new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim();
    return value === undefined ? undefined : decodeWords(value);
  };
  const body = source.slice(end + 4);
  const encoding = header('Content-Transfer-Encoding');
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? decodeQuoted(body)
        : body;
  return { ...envelope, source, header, text: text.trim() };
}

const failure = ({ code, text }: Refusal) => Object.assign(new Error(text), { responseCode: code });

/** An SMTP server of our own that keeps what it is sent; without TLS unless the test asks for it. */
export async function mailServer(options: { tls?: boolean; port?: number } = {}): Promise<MailServer> {
  const mails: Mail[] = [];
  let refusal: Refusal | null = null;
  const refused = (at: Refusal['at']) => (refusal?.at === at ? failure(refusal) : null);
  const server = new SMTPServer({
    authOptional: false,
    ...(!options.tls && { disabledCommands: ['STARTTLS'] }),
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      const wrong = username !== 'console' || password !== MAIL_PASSWORD;
      const error = refused('auth') ?? (wrong ? failure({ at: 'auth', code: 535, text: 'Not you' }) : null);
      if (error) done(error);
      else done(null, { user: username });
    },
    onMailFrom: (_address, _session, done) => done(refused('from')),
    onRcptTo: (_address, _session, done) => done(refused('to')),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const error = refused('data');
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        if (!error) mails.push(parse(Buffer.concat(parts).toString('latin1'), { from, to }));
        done(error);
      });
    },
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    refuse(next) {
      refusal = next;
    },
    config: {
      host: '127.0.0.1',
      port,
      secure: false,
      user: 'console',
      password: MAIL_PASSWORD,
      from: { name: 'Election Console', address: 'console@example.org' },
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
