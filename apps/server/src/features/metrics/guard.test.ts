import { expect, it } from 'vitest';
import { mayReadMetrics } from './routes.ts';

const TOKEN = 'a-token-of-the-monitoring-0123456789';
const asker = { address: '203.0.113.9', authorization: undefined, forwarded: false };

it.each([
  ['127.0.0.1', false, true],
  ['127.8.9.1', false, true],
  ['::1', false, true],
  ['::ffff:127.0.0.1', false, true],
  ['127.0.0.1', true, false],
  ['10.0.0.7', false, false],
  ['203.0.113.9', false, false],
  ['::ffff:10.0.0.7', false, false],
  ['127.0.0.1.example.org', false, false],
  [undefined, false, false],
])('without a token: %s, forwarded %s: %s', (address, forwarded, allowed) => {
  expect(mayReadMetrics({ ...asker, address, forwarded }, undefined)).toBe(allowed);
});

it.each([
  [`Bearer ${TOKEN}`, true],
  [`bearer ${TOKEN}`, true],
  [undefined, false],
  ['', false],
  ['Bearer', false],
  [`Bearer ${TOKEN}x`, false],
  [`Bearer ${TOKEN.slice(0, -1)}`, false],
  [`Basic ${TOKEN}`, false],
  [TOKEN, false],
])('with a token: %s: %s, from wherever it comes', (authorization, allowed) => {
  for (const address of ['203.0.113.9', '127.0.0.1']) {
    expect(mayReadMetrics({ ...asker, address, authorization }, TOKEN)).toBe(allowed);
  }
});
