import { expect, it } from 'vitest';
import { FILTERS, narrowedTo } from './labels.ts';

it('takes what is mistyped in the address for nothing', () => {
  const chosen = { q: 'ada', role: 'global_moderator', status: 'ACTIVE' };
  expect(narrowedTo({ ...FILTERS, ...chosen })).toEqual(chosen);
  expect(narrowedTo({ ...FILTERS, role: 'chief', status: 'asleep' })).toEqual({ q: '', role: '', status: '' });
});
