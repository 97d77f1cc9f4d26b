import * as z from 'zod/mini';
import type { SmsConfig } from './gateway-config.ts';
import { assertServed, type HttpAnswer, post } from './gateway-http.ts';
import type { Gateway, Outgoing } from './gateway.ts';
import { cleaned, DeliveryError, type FailureKind } from './message-rules.ts';

/** Slightly above the 10 s connection timeout: without a connection the message cannot have been accepted. */
const TIMEOUT_MS = 12_000;

/** How to call a provider and read its answer. */
interface Provider {
  path: string;
  request(config: SmsConfig, message: Outgoing): { headers: Record<string, string>; body: string };
  /** Undefined if the message was accepted. */
  problem(answer: HttpAnswer): { kind: FailureKind; summary: string; detail?: string } | undefined;
}

const UNKNOWN_FORM = { kind: 'failed', summary: 'The SMS gateway answered in an unknown form' } as const;

const AfricasTalkingAnswer = z.object({
  SMSMessageData: z.object({
    Message: z.optional(z.string()),
    Recipients: z.array(z.object({ statusCode: z.number(), status: z.optional(z.string()) })),
  }),
});

/** Africa's Talking: the meaning of each recipient code; missing codes are retried. */
const AFRICAS_TALKING_CODES: Record<number, FailureKind | 'taken'> = {
  100: 'taken', // Processed
  101: 'taken', // Sent
  102: 'taken', // Queued
  402: 'away', // InvalidSenderId
  403: 'refused', // InvalidPhoneNumber
  404: 'refused', // UnsupportedNumberType
  405: 'away', // InsufficientBalance
  406: 'refused', // UserInBlacklist
  409: 'refused', // DoNotDisturbRejection
  500: 'away', // InternalServerError
  501: 'away', // GatewayError
};

const africasTalking: Provider = {
  path: '/version1/messaging',
  request({ apiKey, username = '', sender }, { recipient, body }) {
    const form = new URLSearchParams({ username, to: recipient, message: body, ...(sender && { from: sender }) });
    return {
      headers: { apiKey, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    };
  },
  problem({ status, json, text }) {
    if (status >= 400) return { kind: 'refused', summary: `The SMS gateway answered ${status}`, detail: text };
    const answer = AfricasTalkingAnswer.safeParse(json);
    if (!answer.success) return UNKNOWN_FORM;
    const { Message: words = '', Recipients: recipients } = answer.data.SMSMessageData;
    const [recipient] = recipients;
    if (!recipient) {
      const kind = /sender/i.test(words) ? 'away' : 'failed';
      return { kind, summary: 'The SMS gateway took no recipient', detail: words };
    }
    const { statusCode, status: detail = '' } = recipient;
    const kind = AFRICAS_TALKING_CODES[statusCode] ?? 'failed';
    return kind === 'taken' ? undefined : { kind, summary: `The SMS gateway answered ${statusCode}`, detail };
  },
};

const TermiiAnswer = z.object({
  message_id: z.union([z.string().check(z.minLength(1)), z.number()]),
  code: z.optional(z.union([z.string(), z.number()])),
});
const TermiiProblem = z.object({ message: z.string() });

/** Termii answers 400 for unrelated causes; only its text distinguishes them. */
function termiiKind(words: string): FailureKind {
  if (/sender|balance|country|route|channel|activat|api.?key|account/i.test(words)) return 'away';
  return /number|phone|recipient|\bto\b/i.test(words) ? 'refused' : 'failed';
}

const termii: Provider = {
  path: '/api/sms/send',
  request({ apiKey, sender = '', route }, { recipient, body }) {
    const form = {
      api_key: apiKey,
      to: recipient.replace(/^\+/, ''),
      from: sender,
      sms: body,
      type: 'plain',
      channel: route,
    };
    return {
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(form),
    };
  },
  problem({ status, json, text }) {
    if (status >= 400) {
      const parsed = TermiiProblem.safeParse(json);
      const detail = parsed.success ? parsed.data.message : text;
      return { kind: termiiKind(detail), summary: `The SMS gateway answered ${status}`, detail };
    }
    const answer = TermiiAnswer.safeParse(json);
    if (!answer.success) return UNKNOWN_FORM;
    const { code = 'ok' } = answer.data;
    return String(code).toLowerCase() === 'ok' ? undefined : { ...UNKNOWN_FORM, detail: text };
  },
};

const PROVIDERS: Record<SmsConfig['provider'], Provider> = { africastalking: africasTalking, termii };

/** Sends SMS through Africa's Talking or Termii. Neither accepts a client reference, so a message without an answer may arrive twice. */
export function smsGateway(config: SmsConfig, { timeoutMs = TIMEOUT_MS } = {}): Gateway {
  const provider = PROVIDERS[config.provider];
  const secrets = [config.apiKey, encodeURIComponent(config.apiKey)];
  return {
    name: config.provider,
    async send(message) {
      if (!/^\+\d{8,15}$/.test(message.recipient)) throw new DeliveryError('refused', 'This is not a phone number');
      const answer = await post(config.url + provider.path, { ...provider.request(config, message), timeoutMs });
      assertServed(answer, secrets);
      const problem = provider.problem(answer);
      if (!problem) return;
      const detail = cleaned(problem.detail ?? '', secrets);
      throw new DeliveryError(problem.kind, problem.summary, { ...(detail && { detail }) });
    },
    close() {},
  };
}
