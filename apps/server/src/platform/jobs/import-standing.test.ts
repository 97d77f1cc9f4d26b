import { IMPORT_KEPT_MS } from '@ec/contract/geography/register-import';
import { describe, expect, it } from 'vitest';
import { standing } from './import-standing.ts';

const NOW = new Date('2027-02-20T18:00:00Z');
const RECENTLY = new Date(NOW.getTime() - 60_000);
const LONG_AGO = new Date(NOW.getTime() - IMPORT_KEPT_MS - 1);

const left = { state: 'reading', endedAt: null, checked: false, createdAt: RECENTLY } as const;

describe('how an import stands', () => {
  it.each([
    ['is read while a worker reads it', left, true, { state: 'reading', interrupted: false }],
    ['has failed where its reader was killed', left, false, { state: 'failed', interrupted: true }],
    [
      'waits once it was checked',
      { ...left, state: 'waiting', checked: true },
      false,
      { state: 'waiting', interrupted: false },
    ],
    [
      'waits again where the worker that stored it was killed',
      { ...left, state: 'storing', checked: true },
      false,
      { state: 'waiting', interrupted: true },
    ],
    [
      'is stored while a worker stores it',
      { ...left, state: 'storing', checked: true },
      true,
      { state: 'storing', interrupted: false },
    ],
    [
      'waits until the worker that begins with it has noted so',
      { ...left, state: 'waiting', checked: true },
      true,
      { state: 'waiting', interrupted: false },
    ],
    [
      'is dropped without a decision for a day',
      { ...left, state: 'waiting', checked: true, createdAt: LONG_AGO },
      false,
      { state: 'discarded', interrupted: false },
    ],
    [
      'stays what it ended as',
      { ...left, state: 'completed', endedAt: NOW, checked: true, createdAt: LONG_AGO },
      false,
      { state: 'completed', interrupted: false },
    ],
  ] as const)('%s', (_, stored, running, expected) => {
    expect(standing({ ...stored, running }, NOW)).toEqual(expected);
  });
});
