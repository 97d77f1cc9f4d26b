import { declarationTest } from '@ec/contract/elections/declaration-test';
import { byParty } from '@ec/contract/elections/parties';
import { describe, expect, it } from 'vitest';
import { BALLOT_2023, RESULTS_2023 } from '../../rehearsal/facts-2023.ts';

/** The states as declared in 2023. */
const declared = [...RESULTS_2023].map(([code, { votes }]) => ({
  code,
  votes: byParty(votes, BALLOT_2023),
  out: 0,
  unknown: 0,
}));

describe('the test of section 134 on the declaration of 2023', () => {
  const test = declarationTest('presidential', declared, [...BALLOT_2023]);

  // As declared: a quarter in 29 states for APC, in 21 for PDP, in 15 and the FCT for LP, in Kano only for NNPP.
  it.each([
    ['APC', 8_794_726, 29, 'not_reached', true],
    ['PDP', 6_984_520, 21, 'not_reached', false],
    ['LP', 6_101_533, 16, 'reached', false],
    ['NNPP', 1_496_687, 1, 'not_reached', false],
  ])('%s', (party, votes, states, capital, meets) => {
    const row = test.parties.find(({ code }) => code === party);
    expect(row).toMatchObject({ votes, spreadReached: states, capital, meets, spreadNeeded: 25, spreadOpen: 0 });
  });

  it('has the parties by votes, the first alone in the lead, and is decided', () => {
    expect(test.parties.slice(0, 4).map(({ code }) => code)).toEqual(['APC', 'PDP', 'LP', 'NNPP']);
    expect(test.parties.filter(({ leads }) => leads).map(({ code }) => code)).toEqual(['APC']);
    expect(test).toMatchObject({ areas: 37, lead: 1_810_206, outcome: 'returned', decided: true });
    expect(test.parties).toHaveLength(18);
  });
});
