import { SituationRoom } from '@ec/contract/situation-room/schemas';
import { describe, expect, it } from 'vitest';
import { emptyRoom, roomOf } from '../../../test/situation.ts';
import { projectionText, testBasisText, testText, verdictText } from './words.ts';

const room = SituationRoom.parse(roomOf());
const withRate = (change: Partial<SituationRoom['rate']>) => ({ ...room, rate: { ...room.rate, ...change } });

describe('the projection', () => {
  it('says until when, and on what condition', () => {
    expect(projectionText(room)).toBe(
      'If the rate of the last hour (1,204 results) holds, all covered units will have reported by 21:40.',
    );
  });

  it('names the date where it is not today', () => {
    expect(projectionText(withRate({ completeAt: '2027-02-21T02:05:00.000Z' }))).toMatch(/by 21\/02\/2027 03:05\.$/);
  });

  it.each([
    ['too_few', 29, /^29 results in the last hour: fewer than 30 say nothing/],
    ['too_few', 0, /^No result in the last hour/],
    ['complete', 4, /^All covered units have reported\.$/],
    ['not_started', 0, /^No result has come in yet\. Voting closes at 14:30\.$/],
  ] as const)('says why there is none: %s, %i', (none, lastHour, words) => {
    expect(projectionText(withRate({ completeAt: null, none, lastHour }))).toMatch(words);
  });
});

describe('the presidential test', () => {
  const test = room.declaration?.verified;
  if (!test) throw new Error('The room has no presidential test');

  it('says what it asks for, and on what its figures stand', () => {
    expect(testText(test)).toContain('two thirds of the 36 states and the FCT (25 of 37)');
    expect(testBasisText(test, 'verified', room)).toBe('Verified results of 1,500 of 3,600 units, 35 of 37 states');
  });

  it('says which party is short of how many states, which meets it, and when no party leads', () => {
    expect(verdictText(test)).toBe(
      'On these figures no party meets both conditions: APC has the most votes and a quarter in 20 of the 25 states needed.',
    );
    const met = test.parties.map((party) => ({ ...party, meets: party.leads }));
    expect(verdictText({ ...test, parties: met })).toBe('On these figures APC meets both conditions.');
    const before = SituationRoom.parse(emptyRoom()).declaration?.verified;
    expect(before && verdictText(before)).toBe('On these figures no party has the most votes alone.');
  });

  it('of a governorship election speaks of its LGAs', () => {
    const lagos = { ...test, over: 'lga' as const, areas: 20, required: 14, counted: 3 };
    expect(testText(lagos)).toContain('Section 179 of the Constitution');
    expect(testText(lagos)).toContain('two thirds of the LGAs of the state (14 of 20)');
    expect(testBasisText(lagos, 'verified', room)).toMatch(/3 of 20 LGAs$/);
    expect(verdictText(lagos)).toMatch(/a quarter in 20 of the 14 LGAs needed\.$/);
  });
});
