import { afterAll, beforeAll, expect, it } from 'vitest';
import { place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';

let test: TestApp;
let admin: Client;
let other: Client;
let third: Client;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('lga_admin', place('24-11'));
  other = await test.as('lga_admin', place('24-12'));
  third = await test.as('lga_admin', place('24-13'));
});
afterAll(() => test.close());

const NOTHING = '0190aaaa-0000-7000-8000-000000000000';
const byResult = (client: Client) => client.post(`/results/${NOTHING}/dispute`, { reason: 'The ward copy differs' });
const byDispute = (client: Client) =>
  client.post('/disputes', { resultId: NOTHING, reason: 'The ward copy differs', version: 1 });
const comment = (client: Client) => client.post(`/disputes/${NOTHING}/comments`, { text: 'Seen' });

async function passed(times: number, call: () => Promise<{ status: number }>): Promise<number> {
  let count = 0;
  for (let time = 0; time < times; time++) if ((await call()).status !== 429) count += 1;
  return count;
}

it('one person raises so many disputes in a minute, by either call together, and takes nothing from another', async () => {
  const half = COSTLY.dispute.person / 2;
  expect(await passed(half, () => byResult(admin))).toBe(half);
  expect(await passed(half + 3, () => byDispute(admin))).toBe(half);
  expect((await byDispute(other)).status).not.toBe(429);
});

it('and so many in an hour', async () => {
  let count = 0;
  for (let minute = 0; minute < 12; minute++) {
    count += await passed(COSTLY.dispute.person, () => byDispute(third));
    test.clock.advance(1);
  }
  expect(count).toBe(COSTLY.dispute.personPerHour);
});

it('comments are limited likewise', async () => {
  expect(await passed(COSTLY.comment.person + 2, () => comment(admin))).toBe(COSTLY.comment.person);
});
