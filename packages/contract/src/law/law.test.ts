import { describe, expect, it } from 'vitest';
import { LawProfileId, lawOn } from './profiles.ts';
import { LAW_PROVISIONS } from './provisions.ts';
import { citationText, SectionNumber } from './schemas.ts';

describe('the law of an election', () => {
  it.each([
    ['2023-02-25', 'electoral_act_2022'],
    ['2026-02-17', 'electoral_act_2022'],
    ['2026-02-18', 'electoral_act_2026'],
    ['2027-01-16', 'electoral_act_2026'],
    ['2019-02-23', 'electoral_act_2022'],
  ])('on %s is %s', (date, law) => expect(lawOn(date)).toBe(law));

  it('is cited with its section, and a doubtful number says so', () => {
    expect(citationText({ law: 'electoral_act_2022', section: '51', confirmed: true })).toBe(
      'section 51 of the Electoral Act 2022',
    );
    expect(citationText({ law: 'electoral_act_2026', section: '51', confirmed: false })).toBe(
      'section 51 of the Electoral Act 2026 (section number to be confirmed)',
    );
    expect(citationText({ law: 'electoral_act_2026', section: null, confirmed: false })).toBe(
      'the Electoral Act 2026 (section number to be confirmed)',
    );
  });

  it('has no number without a known certainty, and none that is called unknown', () => {
    for (const id of LawProfileId.options)
      for (const { section, certainty } of Object.values(LAW_PROVISIONS[id]))
        expect(section === null).toBe(certainty === 'unknown');
  });

  it.each(['51', '60(3)', '64(4)–(5)', '65A(1)(b)', '130'])('takes %s as a section', (text) =>
    expect(SectionNumber.safeParse(text).success).toBe(true),
  );
  it('takes every section of the profiles', () => {
    const sections = LawProfileId.options.flatMap((id) =>
      Object.values(LAW_PROVISIONS[id]).map(({ section }) => section),
    );
    expect(sections.filter((section) => section !== null && !SectionNumber.safeParse(section).success)).toEqual([]);
  });
  it.each(['', 'fifty', '51; drop', '<b>51</b>', '5100'])('refuses %j', (text) =>
    expect(SectionNumber.safeParse(text).success).toBe(false),
  );
});
