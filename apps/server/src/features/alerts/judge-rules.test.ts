import type { ElectionId, ResultId, UserId } from '@ec/contract/base/common';
import { locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { describe, expect, it } from 'vitest';
import {
  judgeDifference,
  judgeHarmfulUploads,
  judgeLockOut,
  judgeSameVotes,
  judgeSheet,
  type SubmittedSheet,
  unitList,
} from './judge-rules.ts';

const at = (code: string) => locationIdOf(code) ?? NATION;
const unit = (number: number) => ({
  id: at(`24-11-05-00${number}`),
  code: `24-11-05-00${number}`,
  name: `Unit ${number}`,
});

const sheet = (changes: Partial<SubmittedSheet> = {}): SubmittedSheet => ({
  resultId: '01900000-0000-7000-8000-000000000001' as ResultId,
  electionId: '01900000-0000-7000-8000-000000000002' as ElectionId,
  source: 'official',
  unit: unit(3),
  ward: { id: at('24-11-05'), name: 'Ward 5' },
  closesAt: new Date('2027-02-20T13:30:00Z'),
  submittedAt: new Date('2027-02-20T18:00:00Z'),
  votes: [100, 50, 30],
  voidVotes: 5,
  accredited: 200,
  registered: 400,
  late: false,
  sheet: null,
  ...changes,
});

const THRESHOLDS = { highTurnout: 90, lowTurnout: 30, lowTurnoutOfMedian: 50 };
const judged = (changes: Partial<SubmittedSheet>) =>
  judgeSheet(sheet(changes), THRESHOLDS, null).map(({ rule }) => rule);

describe('a sheet by itself', () => {
  it.each<[string, Partial<SubmittedSheet>, string[]]>([
    ['in order', {}, []],
    ['as many votes as accredited', { accredited: 185 }, []],
    ['one vote more than accredited', { accredited: 184 }, ['over_voting']],
    ['turnout at the high threshold', { accredited: 360 }, []],
    ['turnout above the high threshold', { accredited: 361 }, ['high_turnout']],
    ['more accredited than registered', { accredited: 401 }, ['high_turnout']],
    ['turnout at the low threshold', { registered: 1000, accredited: 300 }, []],
    ['turnout below the low threshold', { registered: 1000, accredited: 299 }, ['low_turnout']],
    ['no accredited voters, no votes', { accredited: 0, votes: [0, 0, 0], voidVotes: 0 }, []],
    ['no accredited voters, but votes', { accredited: 0 }, ['over_voting']],
    ['registered voters unknown', { accredited: 5000, registered: null }, []],
    ['no registered voters', { accredited: 5000, registered: 0 }, []],
    ['late', { late: true }, ['late_result']],
    ['all at once', { accredited: 20, late: true }, ['over_voting', 'low_turnout', 'late_result']],
  ])('%s', (_what, changes, rules) => expect(judged(changes)).toEqual(rules));

  it.each([
    [136, []],
    [135, ['low_turnout']],
  ])('%i of 1,000 against a median of 27.2%% raise %j', (accredited, rules) => {
    const median = { area: 'LGA', percent: 27.2, units: 214 } as const;
    const low = sheet({ registered: 1000, accredited, votes: [1], voidVotes: 0 });
    const alerts = judgeSheet(low, THRESHOLDS, median);
    expect(alerts.map(({ rule }) => rule)).toEqual(rules);
    for (const { message } of alerts)
      expect(message).toContain('The median of the LGA is 27.2% (214 results). Low is less than 50% of it.');
  });

  it('high turnout names the median of its area, where there is one', () => {
    const high = sheet({ registered: 1000, accredited: 950, votes: [1], voidVotes: 0 });
    const textBeside = (median: Parameters<typeof judgeSheet>[2]) => judgeSheet(high, THRESHOLDS, median)[0]?.message;
    expect(textBeside({ area: 'state', percent: 31.4, units: 1200 })).toMatch(
      /^Turnout 95%, above the threshold of 90%: 950 accredited of 1,000 registered voters\. The median of the state is 31\.4% \(1,200 results\)\. Unit /,
    );
    expect(textBeside(null)).toMatch(/registered voters\. Unit /);
  });

  it('that is like that of its area raises nothing, though most units lie below the threshold', () => {
    const median = { area: 'LGA', percent: 27, units: 1000 } as const;
    // From 14 to 40 percent around the median of 27.
    const units = Array.from({ length: 1000 }, (_, at) => 140 + Math.round(at * 0.26));
    const below = units.filter((accredited) => accredited < 300);
    const raised = units.flatMap((accredited) =>
      judgeSheet(sheet({ registered: 1000, accredited, votes: [1], voidVotes: 0 }), THRESHOLDS, median),
    );
    expect(below.length).toBeGreaterThan(600);
    expect(raised).toEqual([]);
  });

  it('says in a sentence what is wrong where', () => {
    const [over] = judgeSheet(
      sheet({ votes: [1500, 12, 0], voidVotes: 0, accredited: 1480, registered: null }),
      THRESHOLDS,
      null,
    );
    expect(over?.message).toBe(
      'Over-voting: 1,512 votes, 1,480 accredited voters. Unit 24-11-05-003 (Unit 3, Ward 5), official count.',
    );
    const [low] = judgeSheet(sheet({ accredited: 100, votes: [1, 2, 3], voidVotes: 0 }), THRESHOLDS, null);
    expect(low?.message).toBe(
      'Turnout below the threshold of 30% in Ward 5, official count. The first unit: 24-11-05-003 (Unit 3) with 25%, 100 accredited of 400 registered voters. Too few results of the area to compare with. Other units of the ward raise no alert of their own.',
    );
    const [high] = judgeSheet(sheet({ accredited: 390 }), THRESHOLDS, null);
    expect(high?.message).toBe(
      'Turnout 97.5%, above the threshold of 90%: 390 accredited of 400 registered voters. Unit 24-11-05-003 (Unit 3, Ward 5), official count.',
    );
  });

  it('is about its figures: the same ones again are the same alert, others are another', () => {
    const keyOf = (accredited: number) => judgeSheet(sheet({ accredited }), THRESHOLDS, null)[0]?.key;
    expect(keyOf(370)).toBe(keyOf(370));
    expect(keyOf(370)).not.toBe(keyOf(371));
  });
});

describe('two counts', () => {
  const gap = (difference: number) => ({ party: 'LP', difference, official: 40 + difference, grassroots: 40 });
  it.each([
    ['that agree', null, 0],
    ['at the threshold', gap(5), 0],
    ['above it', gap(5.01), 1],
  ])('%s', (_what, difference, alerts) => expect(judgeDifference(sheet(), difference, 5)).toHaveLength(alerts));
});

describe('identical votes', () => {
  it.each([
    [49, 0],
    [50, 1],
  ])('%i votes: %i alerts', (votes, alerts) => {
    expect(judgeSameVotes(sheet({ votes: [votes, 0, 0] }), [unit(4)])).toHaveLength(alerts);
  });

  it('names the units of the ward in the order of their codes, and the same whichever came last', () => {
    const [a] = judgeSameVotes(sheet(), [unit(1), unit(4)]);
    const [b] = judgeSameVotes(sheet({ unit: unit(1) }), [unit(3), unit(4)]);
    expect(a?.message).toContain('3 units of Ward 5');
    expect(a?.message).toContain('24-11-05-001 (Unit 1), 24-11-05-003 (Unit 3), 24-11-05-004 (Unit 4)');
    expect([a?.message, a?.key]).toEqual([b?.message, b?.key]);
  });
});

it('names five units and counts the others', () => {
  expect(unitList([1, 2, 3, 4, 5, 6, 7].map(unit))).toMatch(/^24-11-05-001 .*24-11-05-005 \(Unit 5\) and 2 more$/);
});

it('reports a locked unknown number with its digits masked', () => {
  const alert = judgeLockOut({
    entryId: 7,
    phone: '+2348031234567',
    minutes: 15,
    from: 'network',
    network: '10.0.0.0/24',
    ip: '10.0.0.9',
    person: null,
  });
  expect(alert.message).toBe(
    'The number 0803 *** **67 was locked out for the network 10.0.0.0/24 for 15 minutes after too many failed attempts to sign in from 10.0.0.9. No account has this number.',
  );
  expect(alert.areaId).toBe(NATION);
});

describe('harmful uploads', () => {
  const sent = {
    userId: '01902f00-57aa-7b02-a1d3-c4e5f6071829' as UserId,
    name: 'Ada Obi',
    role: 'polling_unit_officer',
    areaId: null,
    hour: '2027-02-20 18',
    count: 1,
    what: 'picture',
    found: 'Eicar-Test-Signature',
  } as const;

  it('are one alert for a person and hour, of the nation where they are assigned nowhere', () => {
    const alert = judgeHarmfulUploads(sent);
    expect(alert).toMatchObject({ rule: 'harmful_upload', areaId: NATION, userId: sent.userId });
    expect(alert.message).toContain('sent a picture that was refused: Eicar-Test-Signature. Nothing');
    const same = judgeHarmfulUploads({ ...sent, count: 4, found: 'Other' });
    expect([same.key === alert.key, same.message.includes('4 files so far')]).toEqual([true, true]);
    expect(judgeHarmfulUploads({ ...sent, hour: '2027-02-20 19' }).key).not.toBe(alert.key);
  });
});
