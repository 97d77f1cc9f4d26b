import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../runtime/config.ts';
import { createGateways } from './gateways.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'gateways-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function load(env: Record<string, string>, mode: 'organisation' | 'rehearsal' = 'organisation') {
  const loaded = loadConfig({ DATA_DIR: folder, ...env }, mode);
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  return loaded.config;
}

function problemsOf(env: Record<string, string>): string[] {
  const loaded = loadConfig({ DATA_DIR: folder, ...env });
  return loaded.ok ? [] : loaded.problems;
}

const MAIL = { SMTP_URL: 'smtp://us%40er:p%2Fw@mail.example.org', MAIL_FROM: 'Election Console <ec@example.org>' };
const AFRICAS_TALKING = { SMS_GATEWAY: 'africastalking', SMS_API_KEY: 'k-1', SMS_USERNAME: 'console' };
const TERMII = { SMS_GATEWAY: 'termii', SMS_API_KEY: 'k-2', SMS_SENDER: 'EConsole' };

describe('the gateways that the environment names', () => {
  it('are an e-mail server with the user and password of its address', () => {
    expect(load(MAIL).smtp).toEqual({
      host: 'mail.example.org',
      port: 587,
      secure: false,
      user: 'us@er',
      password: 'p/w',
      from: { name: 'Election Console', address: 'ec@example.org' },
    });
    expect(load({ SMTP_URL: 'smtps://mail.example.org', MAIL_FROM: 'ec@example.org' }).smtp).toMatchObject({
      port: 465,
      secure: true,
      user: undefined,
      from: { name: '', address: 'ec@example.org' },
    });
  });

  it('are one of two SMS providers at their own address, or at one that is set', () => {
    expect(load(AFRICAS_TALKING).sms).toEqual({
      provider: 'africastalking',
      url: 'https://api.africastalking.com',
      apiKey: 'k-1',
      username: 'console',
      sender: undefined,
      route: 'dnd',
    });
    expect(load({ ...TERMII, SMS_API_URL: 'https://v3.api.termii.com/', SMS_ROUTE: 'generic' }).sms).toMatchObject({
      url: 'https://v3.api.termii.com',
      sender: 'EConsole',
      route: 'generic',
    });
  });

  it('are used by an organisation, and never by a rehearsal, whose people are invented', () => {
    const namesIn = (mode: 'organisation' | 'rehearsal') => {
      const { sms, email } = createGateways(load({ ...MAIL, ...TERMII }, mode), () => undefined);
      sms.close();
      email.close();
      return [sms.name, email.name];
    };
    expect(namesIn('organisation')).toEqual(['termii', 'smtp']);
    expect(namesIn('rehearsal')).toEqual(['log', 'log']);
  });
});

describe('what is wrong with them', () => {
  it('is said all at once, with the variable’s name and without its secrets', () => {
    const problems = problemsOf({
      SMTP_URL: 'http://user:hush-1@mail.example.org',
      MAIL_FROM: 'no-address',
      SMS_GATEWAY: 'pigeon',
      SMS_API_KEY: 'hush 2',
      SMS_API_URL: 'http://sms.example.org/?key=hush-3',
    });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'SMTP_URL',
      'MAIL_FROM',
      'SMS_GATEWAY',
      'SMS_API_URL',
      'SMS_API_KEY',
    ]);
    expect(problems.join()).not.toContain('hush');
  });

  const missing: [Record<string, string>, string][] = [
    [{ SMTP_URL: MAIL.SMTP_URL }, 'MAIL_FROM must be set where SMTP_URL is.'],
    [{ MAIL_FROM: MAIL.MAIL_FROM }, 'SMTP_URL must be set where MAIL_FROM is.'],
    [{ SMS_API_KEY: 'k', SMS_SENDER: 'EC' }, 'SMS_GATEWAY must be set where SMS_API_KEY, SMS_SENDER is.'],
    [{ ...AFRICAS_TALKING, SMS_API_KEY: '' }, 'SMS_API_KEY must be set where SMS_GATEWAY is.'],
    [{ ...AFRICAS_TALKING, SMS_USERNAME: '' }, 'SMS_USERNAME must be set where SMS_GATEWAY is africastalking.'],
    [{ ...TERMII, SMS_SENDER: '' }, 'SMS_SENDER must be set where SMS_GATEWAY is termii.'],
  ];
  it.each(missing)('includes what is missing: %o', (env, problem) => {
    expect(problemsOf(env)).toEqual([problem]);
  });

  it.each([
    ['SMTP_URL', 'smtp://mail.example.org/inbox'],
    ['SMTP_URL', 'mail.example.org:587'],
    ['SMTP_URL', 'smtp://'],
    ['MAIL_FROM', 'a@example.org, b@example.org'],
    ['MAIL_FROM', 'Console <a@example.org>\r\nBcc: b@example.org'],
    ['SMS_API_URL', 'http://sms.example.org'],
    ['SMS_SENDER', 'Election\nConsole'],
    ['SMS_ROUTE', 'whatsapp'],
  ])('includes %s %o', (name, value) => {
    expect(problemsOf({ ...MAIL, ...TERMII, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must`)),
    ]);
  });
});
