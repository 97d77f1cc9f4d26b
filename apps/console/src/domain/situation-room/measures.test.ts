import { SituationRoom } from '@ec/contract/situation-room/schemas';
import { describe, expect, it } from 'vitest';
import { roomOf } from '../../../test/situation.ts';
import { drawnAs, legendOf, signsOf } from './legend.ts';
import { MEASURES, measureTitle, readState } from './measures.ts';

const { states } = SituationRoom.parse(roomOf());
const read = (
  code: string,
  measure: Parameters<typeof readState>[1],
  basis: 'verified' | 'provisional' = 'verified',
) => {
  const row = states.find(({ area }) => area.code === code);
  if (!row) throw new Error(`No state ${code}`);
  return readState(row, measure, basis);
};

describe('the words for a state', () => {
  it.each([
    ['a leader by its colour', '01', 'leading', { mark: 'APC', value: 'APC', detail: '60.0% of valid votes' }],
    ['a tie', '24', 'leading', { fill: 'stripes', value: 'Tie', detail: '50.0% of valid votes each' }],
    ['nothing reported', '08', 'leading', { fill: 'dots', value: 'Not reported', mark: '' }],
    ['a state outside the election', '33', 'coverage', { fill: 'blank', detail: 'Not part of this election' }],
    ['turnout', '01', 'turnout', { fill: 'good-2', mark: '30%', value: '30%' }],
    ['turnout of nothing', '08', 'turnout', { fill: 'dots', value: 'Not reported' }],
    ['half reported', '01', 'coverage', { fill: 'good-2', value: '50%', detail: '50 of 100 units reported' }],
    ['all reported', '20', 'coverage', { fill: 'good-4', mark: '100%' }],
    ['none reported', '08', 'coverage', { fill: 'good-0', mark: '0%' }],
    [
      'the rate of disputes',
      '01',
      'disputes',
      { fill: 'bad-3', mark: '4.0%', detail: '2 of 50 reported results in dispute' },
    ],
    ['no dispute', '20', 'disputes', { fill: 'good-0', value: '0%' }],
    ['no rate of disputes of nothing', '08', 'disputes', { fill: 'dots', value: 'Not reported', mark: '' }],
    ['a margin by a step of the leader’s colour', '01', 'margin', { fill: { step: 4 }, mark: 'APC +40' }],
    ['no margin of a tie', '24', 'margin', { fill: 'stripes', value: 'Tie' }],
    ['no margin of nothing', '08', 'margin', { fill: 'dots', value: 'Not reported' }],
  ] as const)('%s', (_name, code, measure, expected) => {
    expect(read(code, measure)).toMatchObject(expected);
  });

  it('changes with the basis where the basis counts', () => {
    expect(read('01', 'leading', 'provisional').value).toBe('PDP');
    expect(read('01', 'coverage', 'provisional')).toEqual(read('01', 'coverage'));
    expect(measureTitle('turnout', 'provisional')).toBe('Turnout by state, provisional results');
    expect(measureTitle('coverage', 'provisional')).toBe('Coverage by state');
  });

  it.each([
    [{ APC: 1000, PDP: 900, Others: 1100 }, 'APC', 'APC', '33.3% of valid votes', 'APC +3.3 points'],
    [{ APC: 1000, PDP: 1000, Others: 2000 }, 'Tie', 'Tie', '25.0% of valid votes each', 'Tie'],
    [{ APC: 0, PDP: 0, Others: 7 }, null, 'No leader', 'No party on the ballot has a vote', 'No leader'],
  ])('never has Others in the lead: %o', (votes, leader, value, detail, margin) => {
    const row = states.find(({ area }) => area.code === '01');
    if (!row) throw new Error('No state 01');
    const verified = { ...row.verified, votes };
    const counted = { ...row, verified, leading: { ...row.leading, verified: leader } };
    expect(readState(counted, 'leading', 'verified')).toMatchObject({ value, detail });
    expect(readState(counted, 'margin', 'verified').value).toBe(margin);
  });

  it('tells apart what is not reported, what does not count on the basis, and what counts with zero votes', () => {
    const row = states.find(({ area }) => area.code === '01');
    if (!row) throw new Error('No state 01');
    const verified = { ...row.verified, votes: {} };
    const none = { ...row, verified, leading: { verified: null, provisional: null } };
    const coverage = { ...row.coverage, verified: 0 };
    expect(read('08', 'leading')).toMatchObject({ fill: 'dots', value: 'Not reported', mark: '' });
    expect(readState({ ...none, coverage }, 'leading', 'verified')).toMatchObject({
      fill: 'lines',
      value: 'None verified',
      detail: 'Reported, not counted as verified',
    });
    expect(readState({ ...none, coverage }, 'turnout', 'verified')).toMatchObject({ fill: 'lines' });
    expect(readState(none, 'leading', 'verified')).toMatchObject({ fill: 'zero', mark: '0', value: 'No votes' });
  });

  it('never calls complete what only rounds to it', () => {
    const row = states.find(({ area }) => area.code === '01');
    const nearly = row && { ...row, coverage: { ...row.coverage, units: 1000, reported: 999 } };
    expect(nearly && readState(nearly, 'coverage', 'verified')).toMatchObject({ fill: 'good-3', mark: '99%' });
  });
});

describe('the legend', () => {
  it('names each party that leads with its states, the most first, and each pattern that occurs', () => {
    const readings = states.map((row) => readState(row, 'leading', 'verified'));
    expect(legendOf(readings, 'leading').map(({ label }) => label)).toEqual([
      'APC leads in 19 states',
      'LP leads in 15 states',
      'Tie',
      'Not reported',
      'Not part of this election',
    ]);
  });

  it('of margins names the leaders and the steps', () => {
    const labels = legendOf(
      states.map((row) => readState(row, 'margin', 'verified')),
      'margin',
    ).map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['APC leads in 19 states', 'below 2 points', '20 points and above']));
  });

  it.each(MEASURES.filter(({ value }) => value !== 'margin'))('explains every fill of $label', ({ value }) => {
    const readings = states.map((row) => readState(row, value, 'verified'));
    const explained = legendOf(readings, value).map(({ fill }) => JSON.stringify(fill));
    expect(readings.map(({ fill }) => JSON.stringify(fill)).filter((fill) => !explained.includes(fill))).toEqual([]);
  });
});

describe('the letters of parties', () => {
  it('are their first where no stronger one has it, and differ', () => {
    expect([...signsOf(['APC', 'LP', 'PDP', 'APGA', 'A', 'AA'])]).toEqual([
      ['APC', 'A'],
      ['LP', 'L'],
      ['PDP', 'P'],
      ['APGA', 'G'],
      ['A', 'B'],
      ['AA', 'C'],
    ]);
  });

  it('stand on the areas and in the legend alike, and on no area without a leader', () => {
    const readings = states.map((row) => readState(row, 'leading', 'verified'));
    const legend = legendOf(readings, 'leading');
    for (const { fill, sign, code } of drawnAs(readings, 'leading')) {
      const entry = legend.find((one) => JSON.stringify(one.fill) === JSON.stringify(fill));
      expect(entry?.sign, code).toBe(sign);
      expect(typeof fill === 'object', code).toBe(sign !== undefined);
    }
    expect(legendOf(readings, 'leading', 'lga')[0]?.label).toBe('APC leads in 19 LGAs');
  });
});
