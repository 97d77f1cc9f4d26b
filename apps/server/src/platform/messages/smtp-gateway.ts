import { createTransport } from 'nodemailer';
import type { SmtpConfig } from './gateway-config.ts';
import { isAddress, isLocal } from './gateway-config.ts';
import type { Gateway, Outgoing } from './gateway.ts';
import { cleaned, DeliveryError, type FailureKind } from './message-rules.ts';

const TIMEOUT_MS = 10_000;

/** The fields of the transport's error that are used. */
interface SmtpFailure {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  syscall?: string;
  timeoutType?: string;
  originalCode?: string;
}

/** Failures of these commands concern the recipient or the content; all others concern our account or the server. */
const ABOUT_MESSAGE = new Set(['RCPT TO', 'DATA']);

function kindOf({ code, command, responseCode, syscall, timeoutType }: SmtpFailure): FailureKind {
  if (responseCode !== undefined) {
    if (responseCode === 421 || responseCode === 452 || !ABOUT_MESSAGE.has(command ?? '')) return 'away';
    return responseCode >= 500 ? 'refused' : 'failed';
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE' || code === 'ESTREAM') return 'refused';
  if (code === 'EAUTH' || code === 'EDNS' || code === 'ETLS' || code === 'EPROTOCOL') return 'away';
  if (syscall !== undefined && syscall !== 'read' && syscall !== 'write') return 'away';
  // A connection that stalled or broke later may have broken just after the message was accepted.
  return timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT' ? 'away' : 'silent';
}

function summaryOf({ code, command, responseCode, originalCode }: SmtpFailure, kind: FailureKind): string {
  if (responseCode !== undefined) return `The e-mail server answered ${responseCode}${command ? ` to ${command}` : ''}`;
  if (kind === 'silent') return 'The e-mail server did not answer';
  return `The e-mail server could not be used (${originalCode ?? code ?? 'unknown reason'})`;
}

function toDeliveryError(error: unknown, secrets: readonly (string | undefined)[]): DeliveryError {
  const failure = error as SmtpFailure;
  const kind = kindOf(failure);
  const detail = failure.response === undefined ? undefined : cleaned(failure.response, secrets);
  return new DeliveryError(kind, summaryOf(failure, kind), { ...(detail && { detail }) });
}

/** Throws for text that could inject a header or reach more than one recipient. */
function check({ recipient, subject }: Outgoing): void {
  if (!isAddress(recipient)) throw new DeliveryError('refused', 'This is not an e-mail address');
  if (/[\r\n\0]/.test(subject ?? '')) throw new DeliveryError('refused', 'The subject holds a line break');
}

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');

/** The forms in which PLAIN and LOGIN send the password, which a server may repeat in its error. */
const signInForms = (user: string, password: string) => [
  base64(`\0${user}\0${password}`),
  base64(`${user}\0${user}\0${password}`),
  base64(password),
];

/** Sends e-mail through an SMTP server, over TLS unless the server is on this machine. */
export function smtpGateway(
  config: SmtpConfig,
  { timeoutMs = TIMEOUT_MS, requireTls = !isLocal(config.host) } = {},
): Gateway {
  const { host, port, secure, user, password, from } = config;
  const transport = createTransport({
    pool: true,
    // The outbox retries and counts attempts; the pool's retries would not be counted.
    maxRequeues: 0,
    host,
    port,
    secure,
    requireTLS: requireTls && !secure,
    ...(!requireTls && { tls: { rejectUnauthorized: false } }),
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    // Longer than the timeouts before it, so that a server that never greeted does not count as silent.
    socketTimeout: timeoutMs * 1.5,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.indexOf('@') + 1);
  const secrets = password ? [password, ...signInForms(user ?? '', password)] : [];
  return {
    name: 'smtp',
    async send(message) {
      check(message);
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: message.recipient },
          subject: message.subject ?? '',
          text: message.body,
          // The same at each attempt, so that a mailbox can drop the duplicate.
          messageId: `<${message.id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw toDeliveryError(error, secrets);
      }
    },
    close: () => transport.close(),
  };
}
