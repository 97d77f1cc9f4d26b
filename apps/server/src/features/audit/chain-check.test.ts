import { expect, it } from 'vitest';
import { linkHash, NO_HASH, type WrittenEntry } from '../../platform/audit/audit-form.ts';
import { checkLinks } from './chain-check.ts';
import type { LinkRow } from './verify-queries.ts';

const ENTRIES = 3000;

const entryOf = (position: number): WrittenEntry => ({
  id: String(position),
  createdAt: '2027-02-20T18:00:00.000000Z',
  event: 'auth.signed_in',
  resourceId: null,
  userId: null,
  areaId: null,
  ip: '10.1.2.3',
  userAgent: null,
  previousValues: null,
  newValues: null,
  session: null,
});

/** A chain in which the address of every entry was changed. */
function changedThroughout(): LinkRow[] {
  let hash = NO_HASH;
  return Array.from({ length: ENTRIES }, (_, index) => {
    const position = index + 1;
    const entry = entryOf(position);
    hash = linkHash(hash, position, entry);
    const changed = { ...entry, ip: '10.9.9.9' };
    const { event, createdAt } = entry;
    return { position, entryId: position, hash, event, createdAt, entry: changed, listedOtherwise: false };
  });
}

/** An intact chain of a few entries of one megabyte each. */
function longEntries(): LinkRow[] {
  let hash = NO_HASH;
  return Array.from({ length: 12 }, (_, index) => {
    const position = index + 1;
    const entry = { ...entryOf(position), newValues: 'x'.repeat(1_000_000) };
    hash = linkHash(hash, position, entry);
    const { event, createdAt } = entry;
    return { position, entryId: position, hash, event, createdAt, entry, listedOtherwise: false };
  });
}

it('names thousands of entries in a row that were changed in the time of a call', async () => {
  const rows = changedThroughout();
  const began = performance.now();
  const problems = await checkLinks(rows, { position: 0, before: NO_HASH }, new Map());
  expect(performance.now() - began).toBeLessThan(4000);
  expect(problems).toHaveLength(ENTRIES);
  expect(problems.every(({ kind }) => kind === 'changed')).toBe(true);
});

it.each([
  ['many', changedThroughout()],
  ['long', longEntries()],
])('lets others have their turn while it checks %s entries', async (_, rows) => {
  let turns = 0;
  let done = false;
  const others = () => {
    if (done) return;
    turns += 1;
    setImmediate(others);
  };
  setImmediate(others);
  await checkLinks(rows, { position: 0, before: NO_HASH }, new Map());
  done = true;
  expect(turns).toBeGreaterThanOrEqual(5);
});
