import { describe, expect, it } from 'vitest';
import { ballotOf, byParty, inBallotOrder } from '../elections/parties.ts';
import {
  checkSheet,
  leadingParty,
  leadOf,
  overVotingWarning,
  percent,
  type SheetFigures,
  sumInWords,
  totalVotes,
} from './sheet.ts';

const good: SheetFigures = {
  registeredVoters: 512,
  accreditedVoters: 141,
  votes: { APC: 31, PDP: 12, LP: 88, NNPP: 2, Others: 3 },
  voidVotes: 4,
};
const flags = (changes: Partial<SheetFigures>, register: number | null = 512) =>
  checkSheet({ ...good, ...changes }, register)
    .filter((check) => !check.ok)
    .map((check) => check.code);

describe('the arithmetic of a sheet', () => {
  it('counts void votes into the total, as the paper does', () => {
    expect(totalVotes(good)).toBe(140);
    expect(sumInWords(good, ['APC', 'PDP', 'LP', 'NNPP'])).toBe('31 + 12 + 88 + 2 + 3 + 4 = 140');
    expect(sumInWords({ votes: { APC: 31, PDP: 0, LP: 9 }, voidVotes: 0 }, ['APC', 'PDP', 'LP'])).toBe('31 + 9 = 40');
    expect(sumInWords({ votes: { APC: 0 }, voidVotes: 0 }, ['APC'])).toBe('0 = 0');
  });

  it.each([
    [99, 141, 70.2],
    [140, 141, 99.3],
    [1, 0, 0],
    [0, 100, 0],
    [3999, 4000, 99.9],
    [4000, 4000, 100],
    [4001, 4000, 100],
    [4100, 4000, 102.5],
  ])('%d of %d is %d percent', (part, whole, expected) => {
    expect(percent(part, whole)).toBe(expected);
  });

  it('warns with the exact text, and only where voters were accredited', () => {
    expect(overVotingWarning(150, 141)).toBe('Warning: Total votes (150) exceeds accredited voters (141)');
    expect(overVotingWarning(141, 141)).toBeNull();
    expect(overVotingWarning(5, 0)).toBeNull();
  });
});

describe('the checks', () => {
  it('pass a sheet on which everything adds up, and show the arithmetic', () => {
    expect(flags({})).toEqual([]);
    expect(checkSheet(good, 512).map((check) => check.arithmetic)).toEqual([
      'total votes 140 ≤ accredited 141',
      'accredited 141 ≤ registered 512',
    ]);
  });

  it.each<[string, Partial<SheetFigures>, number | null, string[]]>([
    ['more votes than accredited', { accreditedVoters: 139 }, 512, ['OVER_VOTING']],
    ['votes without accredited voters', { accreditedVoters: 0 }, 512, ['OVER_VOTING', 'ZERO_ACCREDITED']],
    ['more accredited than registered', { registeredVoters: 140 }, 140, ['ACCREDITED_ABOVE_REGISTERED']],
    [
      'more votes than registered',
      { registeredVoters: 100 },
      100,
      ['ACCREDITED_ABOVE_REGISTERED', 'VOTES_ABOVE_REGISTERED'],
    ],
    ['another register than the register', {}, 500, ['REGISTERED_DIFFERS']],
    ['no votes', { votes: { APC: 0 }, voidVotes: 0 }, 512, ['ZERO_VOTES']],
    ['an unknown register', { registeredVoters: null }, null, []],
  ])('flag %s', (_, changes, register, expected) => {
    expect(flags(changes, register)).toEqual(expected);
  });

  it('hold the boxes of the full EC8A against each other', () => {
    const boxes = { ballotsIssued: 512, unusedBallots: 370, spoiledBallots: 2, validVotes: 136, usedBallots: 142 };
    expect(flags({ boxes })).toEqual([]);
    expect(flags({ boxes: { ...boxes, validVotes: 135 } })).toEqual(['EC8A_VALID_SUM', 'EC8A_USED_SUM']);
    expect(flags({ boxes: { ...boxes, unusedBallots: 371 } })).toEqual(['EC8A_ISSUED_SUM']);
  });
});

describe('the leading party', () => {
  it('is the one with the most votes, Tie where several have them, none where there are none', () => {
    expect(leadingParty(good.votes)).toBe('LP');
    expect(leadingParty({ APC: 5, LP: 5, PDP: 1 })).toBe('Tie');
    expect(leadingParty({ APC: 0, LP: 0 })).toBeNull();
    expect(leadingParty({})).toBeNull();
  });
});

describe('who leads', () => {
  it.each([
    ['Others second', { APC: 1000, PDP: 900, Others: 950 }, 'APC', 'PDP', 100],
    ['Others first', { APC: 1000, PDP: 900, Others: 1050 }, 'APC', 'PDP', 100],
    ['Others level with the first', { APC: 1000, PDP: 900, Others: 1000 }, 'APC', 'PDP', 100],
    ['two level', { LP: 7, APC: 7, PDP: 5, Others: 9 }, 'Tie', 'APC', 0],
    ['votes of Others alone', { APC: 0, PDP: 0, Others: 12 }, null, 'PDP', 0],
    ['one party', { APC: 3, Others: 1 }, 'APC', undefined, 3],
    ['no figures', {}, null, undefined, 0],
  ] as const)('with %s', (_, votes, leading, second, lead) => {
    const found = leadOf(votes);
    expect([found.leading, found.second?.party, found.lead]).toEqual([leading, second, lead]);
  });
});

it('keeps votes in the order of the ballot, Others last wherever it was listed', () => {
  expect(ballotOf(['Others', 'APC', 'LP'])).toEqual(['APC', 'LP', 'Others']);
  expect(inBallotOrder({ LP: 2, APC: 1 }, ['APC', 'LP'])).toEqual([1, 2, 0]);
  expect(byParty([1, 2, 0], ['APC', 'LP'])).toEqual({ APC: 1, LP: 2, Others: 0 });
});
