import type { CollationLevel } from '@ec/contract/collations/chain';
import type { LocationId } from '@ec/contract/geography/location-id';
import { describe, expect, it } from 'vitest';
import {
  decompose,
  type GapNode,
  type GapPart,
  type GapUnit,
  ownVotes,
  partsOf,
  seenVotes,
  shorten,
  type Votes,
} from './gap-rules.ts';

/** A repeatable source of numbers (mulberry32), so that a failing tree can be looked at again. */
function numbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % (most + 1);
  };
}

const BELOW: Partial<Record<CollationLevel, CollationLevel>> = {
  declaration: 'nation',
  nation: 'state',
  state: 'lga',
  lga: 'ward',
};

interface Ground {
  node: GapNode;
  /** Every place at which something was made to differ, with the votes. */
  faults: Omit<GapPart, 'places'>[];
}

type Random = (most: number) => number;
type Fault = Pick<GapPart, 'kind' | 'row' | 'votes'>;

/** Parties on the ballot of the trees. A fault always changes the first, and the others by chance. */
const SIZE = 3;
const each = (make: (at: number) => number): Votes => Array.from({ length: SIZE }, (_, at) => make(at));
const plus = (...all: readonly Votes[]): Votes => each((at) => all.reduce((sum, votes) => sum + (votes[at] ?? 0), 0));
const negative = (votes: Votes): Votes => votes.map((value) => 0 - value);
const NONE = each(() => 0);
const shiftBy = (random: Random, most: number): Votes =>
  each((at) => (at === 0 ? 1 + random(most) : random(1) * random(most)));

let nextId = 0;
const newId = () => ++nextId as LocationId;

function ward(random: Random, faultEvery: number): Ground {
  const area = newId();
  const found: Fault[] = [];
  const strikes = () => random(faultEvery) === 0;
  let equal = NONE;
  let rows = NONE;
  const units: GapUnit[] = [];
  for (let i = random(8); i >= 0; i--) {
    const own = each(() => random(300));
    const id = newId();
    if (!strikes()) {
      equal = plus(equal, own);
      rows = plus(rows, own);
      continue;
    }
    const kind = (['row', 'row_not_held', 'left_out'] as const)[random(2)] ?? 'row';
    const row = kind === 'row' ? plus(own, shiftBy(random, 50)) : kind === 'left_out' ? null : shiftBy(random, 200);
    const ours = kind === 'row_not_held' ? null : kind === 'left_out' ? plus(own, [1]) : own;
    units.push({ id, row, own: ours });
    rows = plus(rows, row ?? NONE);
    found.push({ kind, row: id, votes: plus(row ?? NONE, negative(ours ?? NONE)) });
  }
  if (strikes()) {
    const own = plus(equal, ...units.map((unit) => unit.own ?? NONE));
    const node = { level: 'ward' as const, area, form: null, children: [], units: [], equal: own };
    return { node, faults: [] };
  }
  const shift = strikes() ? shiftBy(random, 90) : NONE;
  if (shift !== NONE) found.push({ kind: 'column_sum', row: null, votes: shift });
  const stated = plus(rows, shift).map((votes, at) => (shift[at] === 0 && random(3) === 0 ? null : votes));
  return {
    node: { level: 'ward', area, form: { stated, rows: [] }, children: [], units, equal },
    faults: found.map((f) => ({ ...f, level: 'ward', area })),
  };
}

function tree(level: CollationLevel, random: Random, faultEvery: number): Ground {
  if (level === 'ward') return ward(random, faultEvery);
  const area = newId();
  const below = BELOW[level] ?? 'ward';
  const made = Array.from({ length: level === 'declaration' ? 1 : 1 + random(4) }, () =>
    tree(below, random, faultEvery),
  );
  const children = made.map(({ node }) => node);
  const found: Fault[] = [];
  const strikes = () => random(faultEvery) === 0;
  const faults = made.flatMap((one) => one.faults);
  if (strikes()) return { node: { level, area, form: null, children, units: [], equal: NONE }, faults };
  const rows = children.flatMap((child) => {
    const seen = seenVotes(child, SIZE);
    if (level !== 'declaration' && strikes() && seen.some((votes) => votes > 0)) {
      found.push({ kind: 'left_out', row: child.area, votes: negative(seen) });
      return [];
    }
    const shift = strikes() ? shiftBy(random, 70) : NONE;
    if (shift !== NONE) found.push({ kind: child.form ? 'carried' : 'not_seen', row: child.area, votes: shift });
    return [{ child: child.area, votes: plus(seen, shift) }];
  });
  const sum = plus(NONE, ...rows.map(({ votes }) => votes));
  const shift = strikes() && rows.length > 0 ? shiftBy(random, 90) : NONE;
  if (shift !== NONE) found.push({ kind: 'column_sum', row: null, votes: shift });
  const node = { level, area, form: { stated: plus(sum, shift), rows }, children, units: [], equal: NONE };
  return { node, faults: [...faults, ...found.map((f) => ({ ...f, level, area }))] };
}

const inOrder = (parts: readonly Omit<GapPart, 'places'>[]) =>
  parts
    .map(({ kind, level, area, row, votes }) => `${kind} ${level} ${area} ${row} ${votes.join(' ')}`)
    .toSorted((a, b) => a.localeCompare(b));

describe('the parts of a gap', () => {
  it('add up to the gap and name every place at which something was changed, in 1,000 random trees', () => {
    const tops = ['ward', 'lga', 'state', 'nation', 'declaration'] as const;
    for (let seed = 0; seed < 1000; seed++) {
      const random = numbers(seed);
      const { node, faults } = tree(tops[seed % tops.length] ?? 'ward', random, 2 + random(30));
      const parts = decompose(node, SIZE);
      const gap = plus(seenVotes(node, SIZE), negative(ownVotes(node, SIZE)));
      expect([seed, plus(NONE, ...parts.map(({ votes }) => votes))]).toEqual([seed, gap]);
      expect([seed, inOrder(parts)]).toEqual([seed, inOrder(faults)]);
      for (let at = 0; at < SIZE; at++) {
        const short = shorten(partsOf(parts, at), random(20), node.area);
        expect([seed, at, short.reduce((sum, { votes }) => sum + votes, 0)]).toEqual([seed, at, gap[at]]);
      }
    }
  });

  it('find nothing where every form was carried up as it was', () => {
    for (let seed = 0; seed < 100; seed++) {
      const { node } = tree('declaration', numbers(seed), 1_000_000);
      expect(decompose(node, SIZE)).toEqual([]);
    }
  });

  const unit = (id: number, row: number, own: number): GapUnit => ({ id: id as LocationId, row: [row], own: [own] });
  const wardOf = (units: GapUnit[], form: GapNode['form'], equal: Votes = [0]): GapNode => ({
    level: 'ward',
    area: 10 as LocationId,
    form,
    children: [],
    units,
    equal,
  });

  it('show two changes of one ward that cancel each other out', () => {
    const node = wardOf([unit(1, 110, 100), unit(2, 90, 100)], { stated: [200], rows: [] });
    expect(seenVotes(node, 1)).toEqual(ownVotes(node, 1));
    expect(decompose(node, 1).map(({ row, votes }) => [row, votes])).toEqual([
      [1, [10]],
      [2, [-10]],
    ]);
  });

  it('lie between the announced total and our sheets where the rows are not known', () => {
    const node = wardOf([], { stated: [500], rows: null }, [420]);
    expect(decompose(node, 1)).toMatchObject([{ kind: 'not_seen', level: 'ward', votes: [80] }]);
  });

  it('lie between two forms where the one between them is missing', () => {
    const below = wardOf([], { stated: [300], rows: [] }, [300]);
    const lga: GapNode = { level: 'lga', area: 20 as LocationId, form: null, children: [below], units: [], equal: [0] };
    const state: GapNode = {
      level: 'state',
      area: 30 as LocationId,
      form: { stated: [350], rows: [{ child: lga.area, votes: [350] }] },
      children: [lga],
      units: [],
      equal: [0],
    };
    expect(decompose(state, 1)).toMatchObject([{ kind: 'not_seen', level: 'state', area: 30, row: 20, votes: [50] }]);
  });

  it('take rows without a sheet of ours together, with their number', () => {
    const node: GapNode = { ...wardOf([], { stated: [90], rows: [] }, [50]), unheld: { votes: [40], places: 3 } };
    expect(decompose(node, 1)).toMatchObject([{ kind: 'row_not_held', row: null, votes: [40], places: 3 }]);
  });
});
