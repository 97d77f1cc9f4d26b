import { DEFAULT_SETTINGS } from '@ec/contract/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { place } from '../../../test/builders.ts';
import { setSecurity } from '../../../test/credentials.ts';
import { type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

it('answers the defaults until something is set, then what is set', async () => {
  const client = await test.as('national_admin', place('NG'));
  expect((await client.get('/settings')).json('data')).toEqual(DEFAULT_SETTINGS);
  await setSecurity(test, { sessionTimeout: 45 });
  expect((await client.get('/settings')).json('data.security.sessionTimeout')).toBe(45);
});

it('is closed to whose level is none, and to nobody signed in', async () => {
  const officer = await test.as('polling_unit_officer', place('24-11'));
  const refused = await officer.get('/settings');
  expect([refused.status, refused.code]).toEqual([403, 'MODULE_DENIED']);
  expect((await test.nobody.get('/settings')).status).toBe(401);
});
