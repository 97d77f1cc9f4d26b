import { expect, it } from 'vitest';
import { readValues } from './value-rules.ts';

it.each([
  '{"votes": {"APC": 12, "LP": 0.5}, "list": [1, -3, 1e3]}',
  '{}',
  '{"text": "1e400", "none": null, "yes": true}',
])('shows as it is %s', (text) => {
  const plain = text.replace('1e3', '1000');
  expect(readValues(plain)).toEqual(JSON.parse(plain));
});

it.each([
  '[1, 2]',
  '"a text"',
  'null',
  '17',
  '{"big": 123456789012345678901234567890}',
  `{"beyond": [1${'0'.repeat(400)}]}`,
  '{"fine": 0.12345678901234567890123}',
  `{"deep": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
])('shows the text of %.60s', (text) => {
  expect(readValues(text)).toEqual({ storedText: text });
});

it('has nothing to show of no values', () => {
  expect(readValues(null)).toBeNull();
});
