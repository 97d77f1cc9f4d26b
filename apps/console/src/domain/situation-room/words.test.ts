import { SituationRoom } from '@ec/contract/situation-room/schemas';
import { describe, expect, it } from 'vitest';
import { roomOf } from '../../../test/situation.ts';
import { projectionText } from './words.ts';

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
