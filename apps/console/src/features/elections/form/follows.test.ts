import { describe, expect, it } from 'vitest';
import { electionOf } from '../../../../test/elections.ts';
import { changesOf, emptyValues, missing, toRequest, valuesOf } from './form-model.ts';
import type { CreateElectionRequest, Election } from '@ec/contract/elections/schemas';

const first = '0190a0b0-0000-7000-8000-0000000000e1';
const rerun = electionOf({
  electionDate: '2027-03-06',
  follows: { id: first, as: 'rerun', name: 'First vote' },
}) as Election;

describe('an election that repeats another', () => {
  it('names it, and how', () => {
    const values = { ...emptyValues(), followsAs: 'runoff' as const };
    expect(missing(values, null).follows).toBe('Choose the election that it repeats');
    const chosen = { ...values, follows: first };
    expect(missing(chosen, null).follows).toBeUndefined();
    expect(toRequest(chosen, 'Africa/Lagos', null).follows).toEqual({ id: first, as: 'runoff' });
    expect(toRequest({ ...chosen, followsAs: '' }, 'Africa/Lagos', null).follows).toBeNull();
  });

  it('sends it only where it changed', () => {
    const values = valuesOf(rerun);
    const changed = (change: object) =>
      changesOf(rerun, toRequest({ ...values, ...change }, 'Africa/Lagos', rerun) as CreateElectionRequest).follows;
    expect(changed({})).toBeUndefined();
    expect(changed({ followsAs: '' })).toBeNull();
  });
});
