import { describe, expect, it } from 'vitest';
import { type DeskElection, timeLeft } from './api.ts';
import { fieldChecks } from './FigureField.tsx';
import { readFigure } from '../../domain/results/typed-figure.ts';
import { fieldProblems, fromVersion, toBody, toSheetFigures } from './figures.ts';
import { allFields } from './sheet-fields.ts';

const short = { parties: ['APC', 'PDP', 'LP', 'NNPP', 'Others'], fullEc8a: false, allPartiesListed: false };
const full = { ...short, fullEc8a: true, allPartiesListed: false };

describe('what a typed text means', () => {
  it.each([
    ['31', { kind: 'figure', value: 31 }],
    [' 31 ', { kind: 'figure', value: 31 }],
    ['1,234', { kind: 'figure', value: 1234 }],
    ['1 234', { kind: 'figure', value: 1234 }],
    ['007', { kind: 'figure', value: 7 }],
    ['0', { kind: 'figure', value: 0 }],
    ['', { kind: 'empty' }],
    ['   ', { kind: 'empty' }],
    [undefined, { kind: 'empty' }],
    ['-5', { kind: 'wrong', message: 'Must not be negative' }],
    ['+5', { kind: 'wrong', message: 'Use digits only' }],
    ['1.5', { kind: 'wrong', message: 'Use digits only' }],
    ['1,23', { kind: 'wrong', message: 'Use digits only' }],
    ['12a', { kind: 'wrong', message: 'Use digits only' }],
    ['1e3', { kind: 'wrong', message: 'Use digits only' }],
    ['99999', { kind: 'figure', value: 99_999 }],
    ['100000', { kind: 'wrong', message: 'Must not exceed 99,999' }],
  ])('%j', (text, reading) => {
    expect(readFigure(text)).toEqual(reading);
  });
});

describe('the fields of the sheet', () => {
  it('follow the ballot, Others and rejected ballots last', () => {
    expect(allFields(short).map((field) => field.label)).toEqual([
      'Registered voters',
      'Accredited voters',
      'APC',
      'PDP',
      'LP',
      'NNPP',
      'Others',
      'Rejected ballots (box 6)',
    ]);
  });

  it('of the full EC8A begin with boxes 1 to 8 in their order', () => {
    expect(allFields(full).flatMap((field) => field.box ?? [])).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('must all have a figure, but for registered voters', () => {
    const problems = fieldProblems(short, { 'votes.APC': '3', accreditedVoters: 'x' }, true);
    expect(Object.keys(problems)).toEqual([
      'accreditedVoters',
      'votes.PDP',
      'votes.LP',
      'votes.NNPP',
      'votes.Others',
      'voidVotes',
    ]);
    expect(problems['votes.PDP']).toBe('Enter 0 where the sheet shows none');
    expect(problems['accreditedVoters']).toBe('Use digits only');
  });

  it('keep quiet about empty ones while the officer types', () => {
    expect(fieldProblems(short, { 'votes.APC': '-1' }, false)).toEqual({ 'votes.APC': 'Must not be negative' });
  });
});

describe('checks beside the fields', () => {
  it('wait until the figures they are about are typed', () => {
    const typed = { registeredVoters: '512', accreditedVoters: '600' };
    expect(fieldChecks(short, { typed, last: null }, 512)['accreditedVoters']?.[0]?.arithmetic).toBe(
      'accredited 600 > registered 512',
    );
    expect(fieldChecks(short, { typed: { registeredVoters: '512' }, last: null }, 512)).toEqual({});
  });

  it('compare with the register where the sheet’s figure is left empty', () => {
    const typed = { accreditedVoters: '600' };
    expect(fieldChecks(short, { typed, last: null }, 512)['accreditedVoters']?.[0]?.code).toBe(
      'ACCREDITED_ABOVE_REGISTERED',
    );
  });

  it('report one vote too many at its own field, before the rest is typed', () => {
    const typed = { accreditedVoters: '100', 'votes.APC': '99', 'votes.LP': '2' };
    const checks = fieldChecks(short, { typed, last: 'votes.LP' }, null);
    expect(checks['votes.LP']?.map(({ code }) => code)).toEqual(['OVER_VOTING']);
    expect(checks['accreditedVoters']?.map(({ code }) => code)).toEqual(['OVER_VOTING']);
    expect(checks['votes.APC']).toBeUndefined();
  });

  it('add up boxes 7, 8 and 3', () => {
    const typed = {
      accreditedVoters: '141',
      'votes.APC': '31',
      'votes.PDP': '12',
      'votes.LP': '88',
      'votes.NNPP': '2',
      'votes.Others': '3',
      voidVotes: '4',
      'boxes.validVotes': '136',
      'boxes.spoiledBallots': '1',
      'boxes.usedBallots': '141',
      'boxes.unusedBallots': '371',
      'boxes.ballotsIssued': '500',
    };
    const checks = fieldChecks(full, { typed, last: null }, null);
    expect(checks['boxes.validVotes']?.map(({ ok }) => ok)).toEqual([true]);
    expect(checks['boxes.usedBallots']?.map(({ ok }) => ok)).toEqual([true]);
    expect(checks['boxes.ballotsIssued']?.[0]).toMatchObject({
      ok: false,
      arithmetic: 'unused 371 + used 141 = 512, box 3 (issued) says 500',
    });
  });
});

describe('what is sent', () => {
  const election = { ...short, id: 'e' } as unknown as DeskElection;
  const typed = { accreditedVoters: '1,141', 'votes.APC': '31', voidVotes: '4' };

  it('is the sheet in figures, registered voters null where the field is empty', () => {
    expect(toBody(election, 7, { typed, noVotes: true, sheetFileId: null })).toEqual({
      electionId: 'e',
      pollingUnitId: '7',
      registeredVoters: null,
      accreditedVoters: 1141,
      votes: { APC: 31, PDP: 0, LP: 0, NNPP: 0, Others: 0 },
      voidVotes: 4,
      sheetFileId: null,
    });
  });

  it('says that there are no votes only where there are none', () => {
    const none = { accreditedVoters: '0', voidVotes: '0' };
    expect(toBody(election, 7, { typed: none, noVotes: true, sheetFileId: null }).zeroVotesConfirmed).toBe(true);
    expect(toBody(election, 7, { typed: none, noVotes: false, sheetFileId: null })).not.toHaveProperty(
      'zeroVotesConfirmed',
    );
  });

  it('comes back the same from a version sent before', () => {
    const boxes = { ballotsIssued: 500, unusedBallots: 371, spoiledBallots: 1, validVotes: 136, usedBallots: 141 };
    const version = {
      votes: { APC: 31, PDP: 0, LP: 0, NNPP: 0, Others: 0 },
      voidVotes: 4,
      accreditedVoters: 141,
      registeredVoters: null,
      boxes,
    };
    expect(toSheetFigures(full, fromVersion(version))).toEqual(version);
  });
});

describe('the time left', () => {
  const now = Date.parse('2023-02-25T12:00:00Z');
  it.each([
    ['2023-02-25T12:20:30Z', '20 min left'],
    ['2023-02-25T15:20:00Z', '3 h 20 min left'],
    ['2023-02-28T13:00:00Z', '3 days left'],
    ['2023-02-25T11:59:00Z', null],
  ])('until %s', (deadline, words) => {
    expect(timeLeft(deadline, now)).toBe(words);
  });
});
