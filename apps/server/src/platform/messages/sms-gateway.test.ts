import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_KEY, type Behaviour, type SmsProvider, smsProvider } from '../../../test/sms-provider.ts';
import type { SmsConfig } from './gateway-config.ts';
import { DeliveryError } from './message-rules.ts';
import { smsGateway } from './sms-gateway.ts';

let provider: SmsProvider;
beforeAll(async () => {
  provider = await smsProvider();
});
beforeEach(() => {
  provider.requests.length = 0;
  provider.behave('takes');
});
afterAll(() => provider.stop());

const MESSAGE = { id: 'a', recipient: '+2348031234567', subject: null, body: 'Ẹ káàbọ̀ & 50% = ₦5' };

async function send(name: SmsConfig['provider'], message = MESSAGE, timeoutMs = 20_000): Promise<DeliveryError | null> {
  try {
    await smsGateway(provider.config(name), { timeoutMs }).send(message);
    return null;
  } catch (error) {
    if (error instanceof DeliveryError) return error;
    throw error;
  }
}

const json = (status: number, body: unknown): Behaviour => ({ status, body: JSON.stringify(body) });
const recipient = (statusCode: number, status: string) =>
  json(201, {
    SMSMessageData: { Message: 'Sent to 0/1', Recipients: [{ statusCode, status, number: MESSAGE.recipient }] },
  });

describe('Africa’s Talking', () => {
  it('is sent a form with the key in a header', async () => {
    expect(await send('africastalking')).toBeNull();
    const [request] = provider.requests;
    expect(request).toMatchObject({
      path: '/version1/messaging',
      fields: { username: 'console', to: '+2348031234567', message: MESSAGE.body, from: 'EConsole' },
    });
    expect(request?.headers).toMatchObject({ apikey: API_KEY, accept: 'application/json' });
    expect(Object.keys(request?.fields ?? {})).toHaveLength(4);
  });

  const answers: [string, Behaviour, string | null][] = [
    ['takes it for later', recipient(102, 'Queued'), null],
    ['an invalid number', recipient(403, 'InvalidPhoneNumber'), 'refused'],
    ['a number that no SMS reaches', recipient(404, 'UnsupportedNumberType'), 'refused'],
    ['a number that opted out', recipient(406, 'UserInBlacklist'), 'refused'],
    ['no way to the number', recipient(407, 'CouldNotRoute'), 'failed'],
    ['an account without money', recipient(405, 'InsufficientBalance'), 'away'],
    ['an unknown sender', json(201, { SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } }), 'away'],
    ['no recipient', json(201, { SMSMessageData: { Message: 'Sent to 0/1', Recipients: [] } }), 'failed'],
    ['a trouble inside', recipient(500, 'InternalServerError'), 'away'],
    ['a wrong key', { status: 401, body: 'The supplied authentication is invalid' }, 'away'],
    ['a bad request', { status: 400, body: 'Request is missing required form field' }, 'refused'],
  ];
  it.each(answers)('answers with %s', async (_, behaviour, kind) => {
    provider.behave(behaviour);
    expect((await send('africastalking'))?.kind ?? null).toBe(kind);
  });
});

describe('Termii', () => {
  it('is sent an object with the key in it', async () => {
    expect(await send('termii')).toBeNull();
    expect(provider.requests[0]).toMatchObject({
      path: '/api/sms/send',
      fields: {
        api_key: API_KEY,
        to: '2348031234567',
        from: 'EConsole',
        sms: MESSAGE.body,
        type: 'plain',
        channel: 'dnd',
      },
    });
  });

  const answers: [string, Behaviour, string | null][] = [
    ['the older form', json(200, { message_id: '912', message: 'Successfully Sent', balance: 9, user: 'EC' }), null],
    ['an invalid number', json(400, { code: 400, message: 'Invalid phone number' }), 'refused'],
    ['an unknown sender', json(404, { message: 'ApplicationSenderId not found for applicationId: 1' }), 'away'],
    ['a route that is not open', json(400, { message: 'Country Inactive. Contact Administrator' }), 'away'],
    ['an account without money', json(400, { message: 'Insufficient balance' }), 'away'],
    ['another problem', json(400, { message: 'Something else' }), 'failed'],
    ['200 without an id', json(200, { message: 'Successfully Sent' }), 'failed'],
  ];
  it.each(answers)('answers with %s', async (_, behaviour, kind) => {
    provider.behave(behaviour);
    expect((await send('termii'))?.kind ?? null).toBe(kind);
  });
});

describe.each(['africastalking', 'termii'] as const)('a gateway (%s)', (name) => {
  const answers: [string, Behaviour, string][] = [
    ['an error of its own', { status: 503, body: 'busy' }, 'away'],
    ['a page for people', { status: 200, body: '<html>Welcome</html>' }, 'failed'],
    ['nothing', { status: 200, body: '' }, 'failed'],
    ['an answer without an end', { status: 200, body: '{"a":'.padEnd(300_000, ' ') }, 'failed'],
    ['the way to another address', { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/' } }, 'away'],
    ['silence', 'hangs', 'silent'],
    ['a broken line', 'breaks off', 'silent'],
  ];
  it.each(answers)('answers with %s', async (_, behaviour, kind) => {
    provider.behave(behaviour);
    expect((await send(name, MESSAGE, behaviour === 'hangs' ? 1500 : undefined))?.kind).toBe(kind);
    expect(provider.requests).toHaveLength(1);
  });

  it('says how long to stay away', async () => {
    provider.behave({ status: 429, body: 'slow down', headers: { 'retry-after': '30' } });
    expect(await send(name)).toMatchObject({ kind: 'away', retryAfterMs: 30_000 });
  });

  it('repeats no key in an error', async () => {
    provider.behave({ status: 401, body: `unknown key ${API_KEY}` });
    const error = await send(name);
    expect(error?.detail).toBe('unknown key ***');
    expect(JSON.stringify([error, error?.message, error?.stack])).not.toContain(API_KEY);
  });

  it.each(['08031234567', 'ada@example.org', '+234803,+234804', '+234803\r\nx: y', ''])(
    'is not asked to send to "%s"',
    async (to) => {
      expect(await send(name, { ...MESSAGE, recipient: to })).toMatchObject({ kind: 'refused' });
      expect(provider.requests).toHaveLength(0);
    },
  );

  it('cannot be reached', async () => {
    const gone = await smsProvider();
    await gone.stop();
    await expect(smsGateway(gone.config(name)).send(MESSAGE)).rejects.toMatchObject({
      kind: 'away',
      message: 'The SMS gateway could not be reached (ECONNREFUSED)',
    });
  });
});
