import { declarationTests } from '@ec/contract/elections/declaration-test';
import type { LiveArea } from '@ec/contract/live/schemas';
import { byParty } from '@ec/contract/elections/parties';
import { describe, expect, it } from 'vitest';
import { place } from '../../../test/builders.ts';
import { BALLOT_2023, RESULTS_2023 } from '../../rehearsal/facts-2023.ts';

/** The states as declared in 2023, with only their votes. */
const declared = [...RESULTS_2023].map(([code, { votes }]): LiveArea => {
  const totals = { results: 1, votes: byParty(votes, BALLOT_2023), voidVotes: 0, totalVotes: 0 };
  const counted = { ...totals, accreditedVoters: 0, registeredVoters: 0 };
  return {
    area: { id: place(code), type: 'state', name: code, code },
    coverage: { units: 1, reported: 1, verified: 1, pending: 0, disputed: 0, cancelled: 0 },
    verified: counted,
    provisional: counted,
    leading: { verified: null, provisional: null },
  };
});

describe('the test of section 134 on the declaration of 2023', () => {
  const { verified } = declarationTests('state', declared, [...BALLOT_2023]);

  // As declared: a quarter in 29 states for APC, in 21 for PDP, in 15 and the FCT for LP, in Kano only for NNPP.
  it.each([
    ['APC', 8_794_726, 29, false, true],
    ['PDP', 6_984_520, 21, false, false],
    ['LP', 6_101_533, 16, true, false],
    ['NNPP', 1_496_687, 1, false, false],
  ])('%s', (party, votes, states, fct, meets) => {
    expect(verified.parties.find((row) => row.party === party)).toMatchObject({ votes, reached: states, fct, meets });
  });

  it('has the parties by votes, all states counted, and only the first leading', () => {
    expect(verified.parties.slice(0, 4).map(({ party }) => party)).toEqual(['APC', 'PDP', 'LP', 'NNPP']);
    expect(verified.parties.filter(({ leads }) => leads).map(({ party }) => party)).toEqual(['APC']);
    expect(verified).toMatchObject({ required: 25, counted: 37 });
    expect(verified.parties).toHaveLength(18);
  });
});
