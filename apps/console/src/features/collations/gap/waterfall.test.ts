import type { CollationGap, GapTerm } from '@ec/contract/collations/gap';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stepsOf } from './Waterfall.tsx';

const term = (votes: number): GapTerm => ({
  kind: 'row',
  level: 'ward',
  area: '24-11-05',
  areaName: 'Ward 5',
  row: '24-11-05-003',
  rowName: 'Polling Unit 3',
  votes,
  formCode: 'EC8B',
  collationId: null,
  childCollationId: null,
  resultId: null,
  desk: false,
});

const gapOf = (own: number, votes: readonly number[]): CollationGap => ({
  constituency: null,
  party: 'APC',
  own,
  declared: votes.reduce((sum, each) => sum + each, own),
  terms: votes.map(term),
  form: null,
  coverage: { units: 10, held: 9, verified: 5 },
  asOf: '2027-01-16T20:00:00.000Z',
});

it('leads from our own count to the declared one without a jump, the largest step first', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 30 }), (own, votes) => {
      const gap = gapOf(own, votes);
      const declared = gap.declared ?? 0;
      const steps = stepsOf(gap, declared);
      const inner = steps.slice(1, -1);
      expect(steps[0]).toMatchObject({ to: own, whole: true });
      expect(steps.at(-1)).toMatchObject({ to: declared, whole: true });
      expect(inner.reduce((at, { from, to }) => (from === at ? to : Number.NaN), own)).toBe(declared);
      const sizes = inner.map(({ from, to }) => Math.abs(to - from));
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    }),
  );
});
