import { PACE } from '@ec/contract/situation-room/schemas';
import { describe, expect, it } from 'vitest';
import { paceBegins, projectionOf, stretchesOf } from './rules.ts';

const at = (time: string) => new Date(`2027-02-20T${time}Z`);

describe('the stretches of the rate', () => {
  it('begin at full five minutes, the running one last, and reach three hours back', () => {
    expect(paceBegins(at('18:00:00'))).toEqual(at('15:05:00'));
    expect(paceBegins(at('18:04:59.999'))).toEqual(at('15:05:00'));
    expect(paceBegins(at('18:05:00'))).toEqual(at('15:10:00'));
  });

  it('have no gaps where nothing came, and leave out what is older', () => {
    const counted = [
      { at: at('15:00:00'), results: 9 },
      { at: at('15:05:00'), results: 1 },
      { at: at('17:55:00'), results: 4 },
      { at: at('18:00:00'), results: 2 },
    ];
    const stretches = stretchesOf(counted, at('18:03:00'));
    expect(stretches).toHaveLength(PACE.stretches);
    expect(stretches[0]).toEqual({ at: at('15:05:00'), results: 1 });
    expect(stretches.slice(-3)).toEqual([
      { at: at('17:50:00'), results: 0 },
      { at: at('17:55:00'), results: 4 },
      { at: at('18:00:00'), results: 2 },
    ]);
    expect(stretches.reduce((sum, { results }) => sum + results, 0)).toBe(7);
  });
});

describe('the projection', () => {
  const standing = { units: 1000, reported: 400, lastHour: 300, closesAt: at('13:30:00'), now: at('18:00:00') };

  it.each([
    ['at 300 an hour, 600 take two hours', {}, at('20:00:00')],
    ['at exactly as many as it takes to say anything', { lastHour: PACE.least, reported: 970 }, at('19:00:00')],
    ['before voting closes, once results come', { closesAt: at('19:00:00') }, at('20:00:00')],
    ['over midnight', { lastHour: 50 }, new Date('2027-02-21T06:00:00Z')],
  ])('%s', (_, changes, completeAt) => {
    expect(projectionOf({ ...standing, ...changes })).toEqual({ completeAt, none: null });
  });

  it.each([
    ['complete', { reported: 1000 }],
    ['complete', { reported: 1000, lastHour: 0 }],
    ['too_few', { lastHour: PACE.least - 1 }],
    ['too_few', { lastHour: 0, reported: 0 }],
    ['not_started', { reported: 0, lastHour: 0, closesAt: at('18:00:01') }],
    ['too_few', { reported: 0, lastHour: 0, closesAt: at('18:00:00') }],
    ['too_few', { units: 0, reported: 0, lastHour: 0 }],
  ])('is not made: %s %j', (none, changes) => {
    expect(projectionOf({ ...standing, ...changes })).toEqual({ completeAt: null, none });
  });
});
