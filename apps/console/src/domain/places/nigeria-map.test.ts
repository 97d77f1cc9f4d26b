import nigeria from '@svg-maps/nigeria';
import { STATES } from '@ec/contract/geography/reference-data';
import { expect, it } from 'vitest';
import { MAP_SIZE, MAP_STATES, neighbour } from './nigeria-map.ts';

const drawn: { locations: { id: string; name: string; path: string }[] } = nigeria;
/** Spellings of the drawing that are not INEC's. */
const SPELLINGS: Record<string, string> = { Nassarawa: 'Nasarawa' };

it('has each of the 37 states once, under the code that belongs to its name', () => {
  const named = MAP_STATES.map(({ code, path }) => {
    const name = drawn.locations.find((location) => location.path === path)?.name ?? '';
    return [code, SPELLINGS[name] ?? name];
  });
  expect(named).toEqual(STATES.map(({ code, name }) => [code, name]));
  expect(drawn.locations).toHaveLength(37);
});

it.each(MAP_STATES)('places the word on state $code inside the drawing', ({ x, y, room }) => {
  expect(x - room).toBeGreaterThanOrEqual(0);
  expect(x + room).toBeLessThanOrEqual(MAP_SIZE.width);
  expect(y).toBeGreaterThan(0);
  expect(y).toBeLessThan(MAP_SIZE.height);
});

const all = new Set(MAP_STATES.map(({ code }) => code));

it.each([
  ['Lagos', '24', 'ArrowRight', '29'],
  ['Sokoto', '33', 'ArrowUp', null],
  ['Borno', '08', 'ArrowLeft', '35'],
  ['the FCT', '37', 'Enter', null],
])('goes from %s to the nearest state in the direction of the key', (_name, from, key, to) => {
  expect(neighbour(from, key, all)).toBe(to);
});

it('reaches every state by arrow keys from any other', () => {
  const reached = new Set(['24']);
  for (const code of reached) {
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
      const next = neighbour(code, key, all);
      if (next) reached.add(next);
    }
  }
  expect([...all].filter((code) => !reached.has(code))).toEqual([]);
});
