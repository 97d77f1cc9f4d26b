import type { CollationLevel } from '@ec/contract/collations/chain';
import type { GapKind } from '@ec/contract/collations/gap';
import type { LocationId } from '@ec/contract/geography/location-id';

/** Votes of each party, in the order of the ballot. A party that a form left blank or does not name has none. */
export type Votes = readonly number[];

/** One unit of a ward's form: its votes there (null: not on the form) and on our own sheet (null: none is counted). */
export interface GapUnit {
  id: LocationId;
  row: Votes | null;
  own: Votes | null;
}

/** The votes on one form. */
export interface GapForm {
  /** Null where the total of a party was left blank: the sum of the rows stands for it. */
  stated: readonly (number | null)[];
  /** Null for a form of which only the totals are known. Of a ward its units stand in their own list. */
  rows: readonly { child: LocationId; votes: Votes }[] | null;
}

/** One place of the chain, with the form that counts for it. */
export interface GapNode {
  level: CollationLevel;
  area: LocationId;
  form: GapForm | null;
  /** The places below, each with a form or figures of ours; none for a ward. */
  children: readonly GapNode[];
  /** Of a ward: the units whose row differs from our sheet, or that have only one of them. */
  units: readonly GapUnit[];
  /** Of a ward: the votes of all other units, on the form and on our sheets alike; all of ours where it has no form. */
  equal: Votes;
  /** Of a ward: rows without a sheet of ours that are taken together. */
  unheld?: { votes: Votes; places: number } | undefined;
}

export interface GapPart<V = Votes> {
  kind: GapKind;
  level: CollationLevel;
  area: LocationId;
  row: LocationId | null;
  votes: V;
  places: number;
}

/** The sums of a ballot with so many entries. */
export function sum(size: number, each: Iterable<Votes>): number[] {
  const total = Array<number>(size).fill(0);
  for (const votes of each) for (let at = 0; at < size; at++) total[at] = (total[at] ?? 0) + (votes[at] ?? 0);
  return total;
}

const negative = (votes: Votes): Votes => votes.map((value) => 0 - value);

const less = (votes: Votes, other: Votes): Votes => votes.map((value, at) => value - (other[at] ?? 0));

/** Our own votes of everything below. */
export function ownVotes(node: GapNode, size: number): Votes {
  if (node.level !== 'ward') {
    return sum(
      size,
      node.children.map((child) => ownVotes(child, size)),
    );
  }
  return sum(size, [node.equal, ...node.units.flatMap(({ own }) => (own ? [own] : []))]);
}

function rowSum({ level, form, units, equal, unheld }: GapNode, size: number): Votes {
  if (level !== 'ward') return sum(size, form?.rows?.values().map(({ votes }) => votes) ?? []);
  return sum(size, [equal, ...units.flatMap(({ row }) => (row ? [row] : [])), ...(unheld ? [unheld.votes] : [])]);
}

/** What the place's form states; of a place without one, what is known from below. */
export function seenVotes(node: GapNode, size: number): Votes {
  const { form, level, children } = node;
  if (form) {
    const { stated, rows } = form;
    if (stated.length === size && stated.every((votes) => votes !== null)) return stated;
    const rest = rows === null ? [] : rowSum(node, size);
    return Array.from({ length: size }, (_, at) => stated[at] ?? rest[at] ?? 0);
  }
  if (level === 'ward') return ownVotes(node, size);
  return sum(
    size,
    children.map((child) => seenVotes(child, size)),
  );
}

type Found = Omit<GapPart, 'level' | 'area' | 'places'> & { places?: number };

function partsOfWard(node: GapNode): Found[] {
  const units = node.units.flatMap(({ id, row, own }): Found[] => {
    if (row === null) return own === null ? [] : [{ kind: 'left_out', row: id, votes: negative(own) }];
    return own === null
      ? [{ kind: 'row_not_held', row: id, votes: row }]
      : [{ kind: 'row', row: id, votes: less(row, own) }];
  });
  return node.unheld ? [...units, { kind: 'row_not_held', row: null, ...node.unheld }] : units;
}

function partsOfArea({ form, children }: GapNode, size: number): Found[] {
  const below = new Map(children.map((child) => [child.area, child]));
  const rows = form?.rows ?? [];
  const onForm = new Set(rows.map(({ child }) => child));
  return [
    ...rows.map(({ child, votes }): Found => {
      const node = below.get(child);
      const kind = node?.form ? 'carried' : 'not_seen';
      return { kind, row: child, votes: node ? less(votes, seenVotes(node, size)) : votes };
    }),
    ...children
      .filter(({ area }) => !onForm.has(area))
      .map((child): Found => ({ kind: 'left_out', row: child.area, votes: negative(seenVotes(child, size)) })),
  ];
}

/** The parts that arise at the node's own form. */
function partsOfForm(node: GapNode, size: number): Found[] {
  const { form, level, children } = node;
  if (!form) return [];
  const seen = seenVotes(node, size);
  if (form.rows === null || (level === 'declaration' && form.rows.length === 0)) {
    // A declaration states what it took from the one form below it.
    const [only] = children;
    const carried = level === 'declaration' && only?.form ? only.area : null;
    const below =
      level === 'ward'
        ? ownVotes(node, size)
        : sum(
            size,
            children.map((child) => seenVotes(child, size)),
          );
    return [{ kind: carried === null ? 'not_seen' : 'carried', row: carried, votes: less(seen, below) }];
  }
  const column: Found = { kind: 'column_sum', row: null, votes: less(seen, rowSum(node, size)) };
  return [column, ...(level === 'ward' ? partsOfWard(node) : partsOfArea(node, size))];
}

/**
 * The parts of the gap between what the node's form declares and our own votes, for all parties at once, each with the form and row at which
 * it arose. Their votes always add up to the gap: each form adds (stated - rows), each row (row - what the form below states) and, at the end
 * of the chain, (row - our sheet); what lies between is added once and taken off once. Where a form is missing the part `not_seen` carries the
 * difference between the form above it and what is known below. `size` is the number of entries of the ballot.
 */
export function decompose(node: GapNode, size: number): GapPart[] {
  const parts: GapPart[] = [];
  const visit = (at: GapNode) => {
    for (const part of partsAt(at, size)) parts.push(part);
    for (const child of at.children) visit(child);
  };
  visit(node);
  return parts;
}

/** Wards are the many, and few change between two looks. */
const ofWards = new WeakMap<GapNode, readonly GapPart[]>();

function partsAt(node: GapNode, size: number): readonly GapPart[] {
  const known = ofWards.get(node);
  if (known) return known;
  const { level, area } = node;
  const parts = partsOfForm(node, size).flatMap(({ kind, row, votes, places = 1 }): GapPart[] =>
    votes.some((value) => value !== 0) ? [{ kind, level, area, row, votes, places }] : [],
  );
  if (level === 'ward') ofWards.set(node, parts);
  return parts;
}

/** The parts that concern one party, which is at this place of the ballot. */
export function partsOf(parts: readonly GapPart[], at: number): GapPart<number>[] {
  return parts.flatMap(({ votes, ...part }) => {
    const value = votes[at] ?? 0;
    return value === 0 ? [] : [{ ...part, votes: value }];
  });
}

const total = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/**
 * The largest parts one by one, and the others of each kind and level taken together, so that an answer has an end and its sum stays exact.
 */
export function shorten(parts: readonly GapPart<number>[], most: number, area: LocationId): GapPart<number>[] {
  const sorted = parts.toSorted(
    (a, b) => Math.abs(b.votes) - Math.abs(a.votes) || a.area - b.area || (a.row ?? 0) - (b.row ?? 0),
  );
  const rest = Map.groupBy(sorted.slice(most), ({ kind, level }) => `${kind} ${level}`);
  const together = [...rest.values()].flatMap((group) => {
    const [first] = group;
    const votes = total(group.map((part) => part.votes));
    return first ? [{ ...first, area, row: null, votes, places: total(group.map(({ places }) => places)) }] : [];
  });
  return [...sorted.slice(0, most), ...together];
}
