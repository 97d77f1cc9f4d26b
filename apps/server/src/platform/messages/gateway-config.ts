import * as z from 'zod/mini';

/** An e-mail server, from SMTP_URL and MAIL_FROM. */
export interface SmtpConfig {
  host: string;
  port: number;
  /** TLS from the first byte (smtps:). */
  secure: boolean;
  user: string | undefined;
  password: string | undefined;
  from: { name: string; address: string };
}

/** An SMS provider's account. */
export interface SmsConfig {
  provider: 'africastalking' | 'termii';
  /** Without a trailing slash. */
  url: string;
  apiKey: string;
  username: string | undefined;
  sender: string | undefined;
  /** Termii's route: "dnd" also reaches subscribers who block advertisements. */
  route: 'dnd' | 'generic';
}

const DEFAULT_URLS: Record<SmsConfig['provider'], string> = {
  africastalking: 'https://api.africastalking.com',
  termii: 'https://api.ng.termii.com',
};

/** True for a host on this machine, where a connection without TLS is no risk. */
export function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

const ADDRESS = /^[^\s<>"(),:;@\p{Cc}]+@[^\s<>"(),:;@\p{Cc}]+$/u;

/** Whether the text is exactly one e-mail address: no list, no name, no line break that could start a header. */
export function isAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text);
}

function parseSender(text: string): SmtpConfig['from'] | undefined {
  const parts = /^\s*(?:"?([^"<>\p{Cc}]*?)"?\s*<([^<>]+)>|([^<>]+?))\s*$/u.exec(text);
  const address = parts?.[2] ?? parts?.[3] ?? '';
  return isAddress(address) ? { name: parts?.[1]?.trim() ?? '', address } : undefined;
}

type Server = Omit<SmtpConfig, 'from'>;

function parseServer(text: string): Server | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname } = new URL(text);
  if (!/^smtps?:$/.test(protocol) || hostname === '' || pathname.length > 1) return undefined;
  const secure = protocol === 'smtps:';
  try {
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (secure ? 465 : 587),
      secure,
      user: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(password) || undefined,
    };
  } catch {
    return undefined;
  }
}

function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search } = new URL(text);
  return username === '' && search === '' && (protocol === 'https:' || (protocol === 'http:' && isLocal(hostname)));
}

/** The environment variables of the gateways. */
export const GATEWAY_VARIABLES = {
  SMTP_URL: z.optional(
    z.pipe(
      z.string().check(
        z.refine((text) => parseServer(text) !== undefined, {
          error: 'must be the address of an e-mail server, like smtp://user:password@mail.example.org:587',
        }),
      ),
      z.transform((text) => parseServer(text)),
    ),
  ),
  MAIL_FROM: z.optional(
    z.pipe(
      z.string().check(
        z.refine((text) => parseSender(text) !== undefined, {
          error: 'must be an e-mail address, like Election Console <console@example.org>',
        }),
      ),
      z.transform((text) => parseSender(text)),
    ),
  ),
  SMS_GATEWAY: z.optional(z.enum(['africastalking', 'termii'], 'must be africastalking or termii')),
  SMS_API_URL: z.optional(
    z.pipe(
      z.string().check(
        z.refine(isSafeUrl, {
          error: 'must begin with https:// (http:// only for this machine) and hold neither a user nor a query',
        }),
      ),
      z.transform((text) => text.replace(/\/+$/, '')),
    ),
  ),
  SMS_API_KEY: z.optional(z.string().check(z.regex(/^[\x21-\x7e]+$/, 'must not hold spaces or line breaks'))),
  SMS_USERNAME: z.optional(z.string().check(z.regex(/^[\x21-\x7e]+$/, 'must not hold spaces or line breaks'))),
  SMS_SENDER: z.optional(
    z
      .string()
      .check(z.regex(/^[A-Za-z0-9 _.+-]{1,15}$/, 'must be a sender ID or a short code of at most 15 characters')),
  ),
  SMS_ROUTE: z._default(z.enum(['dnd', 'generic'], 'must be dnd or generic'), 'dnd'),
};

/** Variables whose values never appear in an error message. */
export const GATEWAY_SECRETS = ['SMTP_URL', 'SMS_API_KEY', 'SMS_API_URL', 'SMS_USERNAME'] as const;

/** The variables missing for a partly configured gateway, as sentences that name them. */
export function gatewayProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  const has = (name: string) => given[name] !== undefined;
  const problems: string[] = [];
  if (has('SMTP_URL') && !has('MAIL_FROM')) problems.push('MAIL_FROM must be set where SMTP_URL is.');
  if (has('MAIL_FROM') && !has('SMTP_URL')) problems.push('SMTP_URL must be set where MAIL_FROM is.');
  const provider = given['SMS_GATEWAY'];
  if (provider === undefined) {
    const parts = ['SMS_API_URL', 'SMS_API_KEY', 'SMS_USERNAME', 'SMS_SENDER', 'SMS_ROUTE'].filter(has);
    if (parts.length > 0) problems.push(`SMS_GATEWAY must be set where ${parts.join(', ')} is.`);
    return problems;
  }
  if (!has('SMS_API_KEY')) problems.push('SMS_API_KEY must be set where SMS_GATEWAY is.');
  if (provider === 'africastalking' && !has('SMS_USERNAME')) {
    problems.push('SMS_USERNAME must be set where SMS_GATEWAY is africastalking.');
  }
  if (provider === 'termii' && !has('SMS_SENDER')) {
    problems.push('SMS_SENDER must be set where SMS_GATEWAY is termii.');
  }
  return problems;
}

const Variables = z.object(GATEWAY_VARIABLES);

/** The gateways of validated variables. */
export function gatewayConfig(values: z.output<typeof Variables>): {
  smtp: SmtpConfig | undefined;
  sms: SmsConfig | undefined;
} {
  const { SMTP_URL: server, MAIL_FROM: from, SMS_GATEWAY: provider, SMS_API_KEY: apiKey } = values;
  return {
    smtp: server && from ? { ...server, from } : undefined,
    sms:
      provider && apiKey
        ? {
            provider,
            url: values.SMS_API_URL ?? DEFAULT_URLS[provider],
            apiKey,
            username: values.SMS_USERNAME,
            sender: values.SMS_SENDER,
            route: values.SMS_ROUTE,
          }
        : undefined,
  };
}
