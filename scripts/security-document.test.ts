import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('..', import.meta.url);
const text = readFileSync(new URL('docs/security.md', root), 'utf8');
const PLACES = ['', 'apps/server/src/', 'apps/server/src/features/'];

it('names only files that are there', () => {
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|md|mjs))`/g)].map((match) => match[1] ?? '');
  expect(named.length).toBeGreaterThan(60);
  expect(
    [...new Set(named)].filter((name) => !PLACES.some((place) => existsSync(new URL(place + name, root)))),
  ).toEqual([]);
});
