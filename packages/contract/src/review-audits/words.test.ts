import { describe, expect, it } from 'vitest';
import { auditBound } from './bound.ts';
import { countedWrong, SHEET_OUTCOMES, unsettled } from './outcomes.ts';
import type { AuditCounts } from './schemas.ts';
import { statementOf } from './words.ts';

const MANY = 176_846;

function told(some: Partial<AuditCounts>, change: Partial<Parameters<typeof statementOf>[0]> = {}): string {
  const counts = Object.fromEntries(SHEET_OUTCOMES.map((outcome) => [outcome, some[outcome] ?? 0])) as AuditCounts;
  const sheets = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const found = { sheets, wrong: countedWrong(counts), population: MANY };
  const audit = {
    number: 1,
    seed: 'dice 4416',
    seedMade: false,
    extensions: [],
    closed: null,
    asked: 0.0295,
    drawnAt: '2027-02-21T08:00:00.000Z',
    counts,
    sheets,
    population: MANY,
    bound: unsettled(counts) === 0 ? auditBound(found) : null,
    ...change,
  };
  return statementOf(audit, () => '21/02/2027 09:00');
}

const person = { id: '0190aaaa-0000-7000-8000-000000000000', name: 'Ada', role: 'national_admin' } as never;
const extended = (to: number) => ({ to, by: person, at: '2027-02-21T09:00:00.000Z' });

describe('the statement', () => {
  it('of all sheets names as many wrong ones as were found', () => {
    expect((1 / 49) * 49).toBeLessThan(1);
    expect(told({ right: 48, wrong: 1 }, { population: 49, bound: 1 / 49 })).toContain(
      'of the 49 verified sheets, 1 at most, are wrong',
    );
  });

  it('says the draw, what was found and the bound', () => {
    const closed = { by: person, at: '2027-02-22T09:00:00.000Z', reason: null };
    expect(told({ right: 100 }, { closed })).toBe(
      '100 of the 176,846 sheets of the whole official count that were verified by 21/02/2027 09:00, drawn by the seed “dice 4416”. All are entered again from their photos: none is wrong. At 95% confidence at most 2.95% of the 176,846 verified sheets, 5,219 at most, are wrong.',
    );
  });

  it('tells the seed of no open audit, by which others would know the sheets that are entered for it', () => {
    expect(told({ waiting: 100 })).toContain('drawn by a seed that is published once the audit is closed. ');
    expect(told({ waiting: 100 }, { seedMade: true })).toContain(
      'drawn by a seed made by the server that is published once the audit is closed. ',
    );
    expect(told({ waiting: 100 })).not.toContain('4416');
  });

  it('says only what is finished, and no bound before all are', () => {
    const text = told({ right: 86, wrong: 1, waiting: 11, arbiter: 2 });
    expect(text).toContain('87 of 100 are entered again from their photos: 1 is wrong, 13 not settled.');
    expect(text).toContain('A bound is stated once all of them are settled.');
    expect(text).not.toContain('95%');
  });

  it('counts at its worst what could not be checked', () => {
    const text = told({ right: 97, unreadable: 1, no_photo: 1, changed: 1 });
    expect(text).toContain('97 of 100 are entered again from their photos: none is wrong, 3 could not be checked.');
    expect(text).toContain('at most 7.57% of the 176,846 verified sheets');
    expect(text).toContain('with what could not be checked counted as wrong (3 in all)');
  });

  it('says how often it was looked at, and no confidence of 95% where the size was chosen after a look', () => {
    const once = told({ right: 93, wrong: 1 }, { extensions: [extended(94)] });
    expect(once).toMatch(
      /: 1 is wrong\. At no less than 90% confidence at most 4\.95% of .* are wrong\. The sample was looked at 2 times, so 95% is not certain\.$/,
    );
    const twice = told({ right: 93, wrong: 1 }, { extensions: [extended(80), extended(94)] });
    expect(twice).toContain('extended 2 times after errors');
    expect(twice).toContain('At no less than 85% confidence');
    expect(twice).toContain('looked at 3 times');
    expect(told({ right: 93, wrong: 1 })).toMatch(/At 95% confidence at most [^.]*\.\d\d% of .* are wrong\.$/);
  });

  it('says why an audit was closed early, with no bound where sheets were left', () => {
    const closed = { by: person, at: '2027-02-22T09:00:00.000Z', reason: 'The count is declared.' };
    const left = told({ right: 80, left: 20 }, { closed });
    expect(left).toContain(
      'No bound is stated, because not all of them were settled. Closed early: The count is declared.',
    );
    expect(told({ right: 99, wrong: 1 }, { closed })).toContain('4.66%');
  });
});
