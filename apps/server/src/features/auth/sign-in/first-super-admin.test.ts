import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, countWaiting, lastCodeSentTo, login } from '../../../../test/credentials.ts';
import { type TestApp, testApp } from '../../../../test/harness.ts';
import { ensureFirstSuperAdmin } from './first-super-admin.ts';

let test: TestApp;
beforeEach(async () => {
  test = await testApp();
});
afterEach(() => test.close());

const ensure = (config: { superAdminPhone?: string; superAdminPassword?: string } = {}) =>
  ensureFirstSuperAdmin({
    database: test.database,
    config: { superAdminPhone: config.superAdminPhone, superAdminPassword: config.superAdminPassword },
  });

describe('the first super admin', () => {
  it('signs in with the one-time password and the code of the log, and has to change the password', async () => {
    const made = await ensure();
    const phone = made?.phone ?? '';
    expect((await login(test, phone, made?.password)).json('twoFactorMethod')).toBe('sms');
    const reply = await login(test, phone, made?.password, await lastCodeSentTo(test, phone));
    expect(reply.json()).toMatchObject({
      mustChangePassword: true,
      user: { role: 'super_admin', scope: { type: 'national', name: 'Nigeria' } },
    });
    expect(await auditOf(test, reply.json<string>('user.id'))).toContain('user.created');
  });

  it('has the phone and the password of the configuration, and keeps that password', async () => {
    const made = await ensure({ superAdminPhone: '0803 999 8877', superAdminPassword: 'chosen-by-us' });
    expect(made).toEqual({ phone: '+2348039998877', password: 'chosen-by-us' });
    await login(test, '08039998877', 'chosen-by-us');
    const reply = await login(test, '08039998877', 'chosen-by-us', await lastCodeSentTo(test, '+2348039998877'));
    expect(reply.json('mustChangePassword')).toBe(false);
  });

  it('is made once, also by servers that start together', async () => {
    const phones = ['08039998871', '08039998872', '08039998873', '08039998874', '08039998875'];
    const held = Promise.withResolvers<void>();
    const holding = test.database.db.transaction().execute(async (tx) => {
      await sql`lock table users in share row exclusive mode`.execute(tx);
      await held.promise;
    });
    const making = Promise.all(phones.map((superAdminPhone) => ensure({ superAdminPhone })));
    await expect.poll(() => countWaiting(test)).toBe(phones.length);
    held.resolve();
    await holding;
    const made = await making;
    expect(made.filter((one) => one !== null)).toHaveLength(1);
    expect(await ensure()).toBeNull();
  });

  it.each([
    [{ superAdminPhone: '0700 999 8877' }, /SUPER_ADMIN_PHONE/],
    [{ superAdminPassword: 'short' }, /SUPER_ADMIN_PASSWORD cannot be used.*at least 8 characters long/],
    [{ superAdminPassword: 'password1' }, /SUPER_ADMIN_PASSWORD cannot be used.*tried first/],
  ])('is not made from a configuration that is wrong: %j', async (config, message) => {
    await expect(ensure(config)).rejects.toThrow(message);
    expect(await ensure()).not.toBeNull();
  });
});
