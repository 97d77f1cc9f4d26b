import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { unsafeTextPath } from './request-checks.ts';

it.each<[string, unknown, string | undefined]>([
  ['nothing', undefined, undefined],
  ['plain text, numbers and null', { name: 'Ọlá 😀', votes: { APC: 1 }, lga: null, lines: ['a', 2] }, undefined],
  ['a null character', { name: 'Ada', people: [{ phone: '0803' }, { phone: '08\u000003' }] }, 'people.1.phone'],
  ['half a character', { name: 'Ada \ud83d' }, 'name'],
  ['a body that is still to be read', Readable.from(['\u0000']), undefined],
  ['a field named so', { votes: { 'AP\u0000C': 1 } }, 'votes.APC'],
])('finds where the database cannot keep %s', (_, value, path) => {
  expect(unsafeTextPath(value)).toBe(path);
});

it('reads what is nested deeper than calls may be', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(50_000)}"\\u0000"${']'.repeat(50_000)}`);
  expect(unsafeTextPath(deep)?.startsWith('0.0.0')).toBe(true);
});
