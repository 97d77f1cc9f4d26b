import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { linkHash, NO_HASH, readSession, writtenForm } from './audit-form.ts';

const ENTRY = {
  id: '7',
  createdAt: '2027-02-20T18:04:31.512345Z',
  event: 'settings.updated',
  resourceId: null,
  userId: '01902f00-57aa-7b02-a1d3-c4e5f6071829',
  areaId: '10000000000000',
  ip: '10.0.0.7',
  userAgent: 'curl/8.5',
  previousValues: null,
  newValues: '{"general": {"language": "en"}}',
  session: 'election_console_app 4711 10.0.0.5 98123 election-console',
};
/** As versions without the session column stored it. */
const EARLIER = { ...ENTRY, session: null };

it('writes and hashes an entry as the page for auditors shows it', async () => {
  const page = await readFile(new URL('../../../../../docs/audit-chain.md', import.meta.url), 'utf8');
  for (const entry of [ENTRY, EARLIER]) {
    expect(page).toContain(`    ${writtenForm(1, entry)}\n`);
    expect(page).toContain(`    ${linkHash(NO_HASH, 1, entry).toString('hex')}\n`);
  }
});

it('gives another hash for any other value, place or hash before', () => {
  const changes = Object.keys(ENTRY).map((name) => ({ ...ENTRY, [name]: 'x' }));
  const empty = { ...ENTRY, resourceId: '' };
  const hashes = [ENTRY, empty, ...changes].map((entry) => linkHash(NO_HASH, 1, entry).toString('hex'));
  const elsewhere = [linkHash(NO_HASH, 2, ENTRY), linkHash(createHash('sha256').digest(), 1, ENTRY)];
  expect(new Set([...hashes, ...elsewhere.map((hash) => hash.toString('hex'))]).size).toBe(changes.length + 4);
});

it.each([
  ['app 1 10.0.0.7 2 my app 3', ['app', '1', '10.0.0.7', '2', 'my app 3']],
  ['"odd ""role" 1 local 2 ', ['"odd ""role"', '1', 'local', '2', '']],
  ['made up', ['made up', '', '', '', '']],
])('reads the session %s', (text, parts) => {
  expect(Object.values(readSession(text))).toEqual(parts);
});
