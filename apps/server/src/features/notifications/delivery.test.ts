import type { StreamMessage } from '@ec/contract/events/schemas';
import type { Delivery, DeliveryRequest, Notification } from '@ec/contract/notifications/schemas';
import { DEFAULT_SETTINGS, type Settings } from '@ec/contract/settings/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWard, nextPhone, place } from '../../../test/builders.ts';
import { type Client, testApp, type TestApp } from '../../../test/harness.ts';
import { openStream, ticketOf } from '../../../test/stream.ts';
import { SMS_LENGTH } from '@ec/contract/results/sms';
import { emailText, smsText } from './rules.ts';

let test: TestApp;
let national: Client;
/** The office that decides on requests of the wards of Ikeja. */
let ikeja: Client;
beforeAll(async () => {
  test = await testApp({ publicUrl: 'https://results.example.ng' });
  ikeja = await test.as('lga_admin', place('24-11'));
});
afterAll(() => test.close());
beforeEach(async () => {
  national = await test.as('national_admin', place('NG'));
  await organise({});
});

async function organise(notifications: Partial<Settings['notifications']>): Promise<void> {
  const settings = { ...DEFAULT_SETTINGS, notifications: { ...DEFAULT_SETTINGS.notifications, ...notifications } };
  const value = JSON.stringify(settings);
  await test.database.db
    .insertInto('settings')
    .values({ value })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ value }))
    .execute();
  test.app.platform.organisation.invalidate();
}

async function choose(client: Client, choices: DeliveryRequest['choices']): Promise<void> {
  expect((await client.patch('/notifications/preferences', { choices })).status).toBe(200);
}

/** A user with their own e-mail address. */
async function withEmail(): Promise<{ client: Client; email: string }> {
  const client = await test.as('moderator', place('24-11'));
  const email = `${client.person.id}@example.ng`;
  await test.database.db.updateTable('users').set({ email }).where('id', '=', client.person.id).execute();
  return { client, email };
}

/** Causes a notification about the user's account. */
async function resetPasswordOf({ person }: Client): Promise<void> {
  const body = { userId: person.id, newPassword: 'a new long one' };
  expect((await national.post('/auth/admin-reset-password', body)).status).toBe(200);
}

/** Causes a notification to the admin of Ikeja about a pending request. */
async function askIkeja(): Promise<void> {
  const { ward, units } = await createWard(test.database.db, 1);
  const admin = await test.as('ward_admin', ward);
  const userData = { name: 'Ngozi Ade', phone: nextPhone(), role: 'polling_unit_officer', pollingUnit: units[0] };
  const justification = 'No officer reports from this unit.';
  const reply = await admin.post('/approvals', { requestType: 'CREATE', justification, userData });
  expect(reply.status).toBe(201);
}

async function sentTo(...recipients: string[]): Promise<{ channel: string; recipient: string; body: string }[]> {
  return await test.database.db
    .selectFrom('messages')
    .select(['channel', 'recipient'])
    .select((eb) => eb.fn.coalesce('body', eb.val('')).as('body'))
    .where('recipient', 'in', recipients)
    .orderBy('channel')
    .execute();
}

describe('what arrives by SMS and e-mail', () => {
  it('is nothing until the person chooses, and then what they chose, topic by topic', async () => {
    const { client, email } = await withEmail();
    const before = (await client.get('/notifications/preferences')).json<Delivery>('data');
    const chosen = Object.entries(before.choices).filter(([, { sms, email: mail }]) => sms || mail);
    expect(chosen).toEqual([['returned', { sms: true, email: false }]]);
    expect(before).toMatchObject({
      organisation: { sms: true, email: true },
      addresses: { sms: client.person.phone, email },
    });
    await choose(client, { results: { sms: true, email: true } });
    await resetPasswordOf(client);
    expect(await sentTo(client.person.phone, email)).toEqual([]);

    const { client: again, email: address } = await withEmail();
    await choose(again, { account: { sms: true, email: true }, results: { sms: true } });
    await resetPasswordOf(again);
    const sent = await sentTo(again.person.phone, address);
    expect(sent.map(({ channel }) => channel)).toEqual(['email', 'sms']);
    expect(sent[0]).toMatchObject({ recipient: address, body: expect.stringContaining('Your password was reset') });
    expect(sent[0]?.body).toContain('https://results.example.ng/account');
    expect(sent[1]?.body).toMatch(/^Your password was reset: .* See https:\/\/results\.example\.ng\/notifications$/);
    expect(sent[1]?.body.length).toBeLessThanOrEqual(SMS_LENGTH);
    for (const { body } of sent) expect(body).not.toContain('a new long one');
  });

  it('keeps what is not named, and leaves one audit entry with what changed', async () => {
    const { client } = await withEmail();
    await choose(client, { disputes: { sms: true }, approvals: { email: true } });
    const changed = await client.patch('/notifications/preferences', { choices: { disputes: { email: true } } });
    expect(changed.json('data.choices')).toMatchObject({
      disputes: { sms: true, email: true },
      approvals: { sms: false, email: true },
      results: { sms: false, email: false },
    });
    await choose(client, { disputes: { email: true } });
    await client.put('/auth/preferences', { theme: 'dark' });
    expect((await client.get('/notifications/preferences')).json('data.choices.disputes.email')).toBe(true);
    expect((await client.get('/auth/account')).json('data.preferences')).toEqual({ theme: 'dark' });
    const entries = await test.database.db
      .selectFrom('audit_entries')
      .select(['previous_values', 'new_values'])
      .where('user_id', '=', client.person.id)
      .where('event', '=', 'user.preferences_changed')
      .orderBy('id')
      .execute();
    expect(entries).toHaveLength(3);
    expect(entries[1]).toEqual({
      previous_values: { notifications: { disputes: { sms: true, email: false } } },
      new_values: { notifications: { disputes: { sms: true, email: true } } },
    });
  });

  it('is kept whole when two devices choose at once', async () => {
    const { client } = await withEmail();
    await Promise.all([
      choose(client, { results: { sms: true } }),
      choose(client, { disputes: { sms: true } }),
      choose(client, { approvals: { email: true } }),
    ]);
    expect((await client.get('/notifications/preferences')).json('data.choices')).toMatchObject({
      results: { sms: true },
      disputes: { sms: true },
      approvals: { email: true },
    });
  });

  it.each([[{ sport: { sms: true } }], [{ results: { sms: 'yes' } }], [{ results: true }], [null]])(
    'refuses %j',
    async (choices) => {
      const reply = await national.patch('/notifications/preferences', { choices });
      expect(reply.code).toBe('VALIDATION_FAILED');
    },
  );

  it('is refused without a session', async () => {
    expect((await test.anonymous.get('/notifications/preferences')).status).toBe(401);
    expect((await test.anonymous.patch('/notifications/preferences', { choices: {} })).status).toBe(401);
  });

  it('leaves out the channel that the organisation has switched off', async () => {
    const { client, email } = await withEmail();
    await choose(client, { account: { sms: true, email: true } });
    await organise({ smsNotifications: false });
    expect((await client.get('/notifications/preferences')).json('data.organisation')).toEqual({
      sms: false,
      email: true,
    });
    await resetPasswordOf(client);
    expect((await sentTo(client.person.phone, email)).map(({ channel }) => channel)).toEqual(['email']);
    await organise({ smsNotifications: false, emailNotifications: false });
    await resetPasswordOf(client);
    expect(await sentTo(client.person.phone, email)).toHaveLength(1);
  });

  it('goes by SMS alone to a user without an e-mail address', async () => {
    const client = await test.as('moderator', place('24-11'));
    await choose(client, { account: { sms: true, email: true } });
    await resetPasswordOf(client);
    expect((await sentTo(client.person.phone)).map(({ channel }) => channel)).toEqual(['sms']);
  });

  it('reaches of many people those who want it, and only if its event is saved', async () => {
    const { ward, units } = await createWard(test.database.db, 2);
    const [wants, other] = [ikeja, await test.as('moderator', place('24-11'))];
    await choose(wants, { approvals: { sms: true } });
    await choose(other, { approvals: { sms: true } });
    const admin = await test.as('ward_admin', ward);
    const phone = nextPhone();
    const ask = (unit: unknown) => ({
      requestType: 'CREATE',
      justification: 'No officer reports from this unit.',
      userData: { name: 'Ngozi Ade', phone, role: 'polling_unit_officer', pollingUnit: unit },
    });
    expect((await admin.post('/approvals', ask(units[0]))).status).toBe(201);
    expect((await admin.post('/approvals', ask(units[1]))).status).toBe(409);
    const sent = await sentTo(wants.person.phone, other.person.phone);
    expect(sent.map(({ recipient }) => recipient)).toEqual([wants.person.phone]);
    expect(sent[0]?.body).toContain('Approval requested');
  });
});

describe('with push notifications switched off', () => {
  it('nothing comes to open consoles, and all of it stands in the list and its counts', async () => {
    await organise({ pushNotifications: false });
    const client = ikeja;
    const stream = await openStream(test, await ticketOf(client));
    await stream.next('heartbeat');
    await client.post('/notifications/read-all');
    await stream.next('notification-read');
    const { notifications: earlier } = (await client.get('/notifications')).json<{ notifications: Notification[] }>(
      'data',
    );
    await askIkeja();
    // One that was pushed before the setting changed may still be on its way.
    const ofBefore = (message?: StreamMessage) =>
      message?.type === 'notification' && earlier.some(({ id }) => id === message.id);
    let message = await stream.next();
    while (ofBefore(message)) message = await stream.next();
    expect(message).toEqual({ type: 'people' });
    const list = (await client.get('/notifications?unread=true')).json<{
      unread: number;
      notifications: Notification[];
    }>('data');
    expect(list).toMatchObject({ unread: 1, notifications: [{ title: 'Approval requested', topic: 'approvals' }] });
    await client.patch(`/notifications/${list.notifications[0]?.id}/read`);
    expect(await stream.next()).toMatchObject({ type: 'notification-read', unread: 0 });
    const resumed = await openStream(test, await ticketOf(client), { header: '0-1' });
    expect(await resumed.next('any')).toMatchObject({ type: 'heartbeat' });
    await Promise.all([stream.close(), resumed.close()]);
  });
});

describe('the text', () => {
  const news = {
    topic: 'results',
    title: 'Result returned',
    message: 'Look at box 6.',
    actionUrl: '/submit-results',
  } as const;

  it('of an SMS stays within one, and says where to look', () => {
    expect(smsText(news, undefined)).toBe('Result returned: Look at box 6. See Notifications in the console.');
    const long = smsText({ ...news, message: 'Box 6 and\nbox 7 differ. '.repeat(20) }, 'https://results.example.ng/');
    expect(long.length).toBeLessThanOrEqual(SMS_LENGTH);
    expect(long).toMatch(/\.\.\. See https:\/\/results\.example\.ng\/notifications$/);
    expect(long).not.toContain('\n');
  });

  it('of an e-mail is whole, leads to the thing itself and says why it came', () => {
    const text = emailText(news, { systemName: 'Election Console', publicUrl: 'https://results.example.ng' });
    expect(text).toContain('Result returned\n\nLook at box 6.');
    expect(text).toContain('https://results.example.ng/submit-results');
    expect(text).toContain('"Results"');
  });
});
