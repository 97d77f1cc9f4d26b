import type { CollationLevel } from '@ec/contract/collations/chain';
import type { GapKind } from '@ec/contract/collations/gap';
import type { LocationId } from '@ec/contract/geography/location-id';

/** One unit of a ward's form: its votes there (null: not on the form) and on our own sheet (null: none is counted). */
export interface GapUnit {
  id: LocationId;
  row: number | null;
  own: number | null;
}

/** The votes of one party on one form. */
export interface GapForm {
  /** Null where the total was left blank: the sum of the rows stands for it. */
  stated: number | null;
  /** Null for a form of which only the totals are known. Of a ward its units stand in their own list. */
  rows: readonly { child: LocationId; votes: number }[] | null;
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
  equal: number;
  /** Of a ward: rows without a sheet of ours that are taken together. */
  unheld?: { votes: number; places: number } | undefined;
}

export interface GapPart {
  kind: GapKind;
  level: CollationLevel;
  area: LocationId;
  row: LocationId | null;
  votes: number;
  places: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Our own votes of everything below. */
export function ownVotes(node: GapNode): number {
  if (node.level !== 'ward') return sum(node.children.map(ownVotes));
  return node.equal + sum(node.units.map(({ own }) => own ?? 0));
}

function rowSum({ level, form, units, equal, unheld }: GapNode): number {
  if (level === 'ward') return equal + sum(units.map(({ row }) => row ?? 0)) + (unheld?.votes ?? 0);
  return sum((form?.rows ?? []).map(({ votes }) => votes));
}

/** What the place's form states; of a place without one, what is known from below. */
export function seenVotes(node: GapNode): number {
  if (node.form) return node.form.stated ?? (node.form.rows === null ? 0 : rowSum(node));
  return node.level === 'ward' ? ownVotes(node) : sum(node.children.map(seenVotes));
}

type Found = Omit<GapPart, 'level' | 'area' | 'places'> & { places?: number };

function partsOfWard(node: GapNode): Found[] {
  const units = node.units.flatMap(({ id, row, own }): Found[] => {
    if (row === null) return own === null ? [] : [{ kind: 'left_out', row: id, votes: -own }];
    return own === null
      ? [{ kind: 'row_not_held', row: id, votes: row }]
      : [{ kind: 'row', row: id, votes: row - own }];
  });
  return node.unheld ? [...units, { kind: 'row_not_held', row: null, ...node.unheld }] : units;
}

function partsOfArea({ form, children }: GapNode): Found[] {
  const below = new Map(children.map((child) => [child.area, child]));
  const rows = form?.rows ?? [];
  const onForm = new Set(rows.map(({ child }) => child));
  return [
    ...rows.map(({ child, votes }): Found => {
      const node = below.get(child);
      const kind = node?.form ? 'carried' : 'not_seen';
      return { kind, row: child, votes: votes - (node ? seenVotes(node) : 0) };
    }),
    ...children
      .filter(({ area }) => !onForm.has(area))
      .map((child): Found => ({ kind: 'left_out', row: child.area, votes: -seenVotes(child) })),
  ];
}

/** The parts that arise at the node's own form. */
function partsOfForm(node: GapNode): Found[] {
  const { form, level, children } = node;
  if (!form) return [];
  if (form.rows === null || (level === 'declaration' && form.rows.length === 0)) {
    // A declaration states what it took from the one form below it.
    const [only] = children;
    const carried = level === 'declaration' && only?.form ? only.area : null;
    const below = level === 'ward' ? ownVotes(node) : sum(children.map(seenVotes));
    return [{ kind: carried === null ? 'not_seen' : 'carried', row: carried, votes: seenVotes(node) - below }];
  }
  const column: Found = { kind: 'column_sum', row: null, votes: seenVotes(node) - rowSum(node) };
  return [column, ...(level === 'ward' ? partsOfWard(node) : partsOfArea(node))];
}

/**
 * The parts of the gap between what the node's form declares and our own votes, each with the form and row at which it arose. Their votes
 * always add up to the gap: each form adds (stated - rows), each row (row - what the form below states) and, at the end of the chain,
 * (row - our sheet); what lies between is added once and taken off once. Where a form is missing the part `not_seen` carries the difference
 * between the form above it and what is known below.
 */
export function decompose(node: GapNode): GapPart[] {
  const { level, area } = node;
  const own = partsOfForm(node)
    .filter(({ votes }) => votes !== 0)
    .map((part): GapPart => ({ places: 1, ...part, level, area }));
  return [...own, ...node.children.flatMap(decompose)];
}

/**
 * The largest parts one by one, and the others of each kind and level taken together, so that an answer has an end and its sum stays exact.
 */
export function shorten(parts: readonly GapPart[], most: number, area: LocationId): GapPart[] {
  const sorted = parts.toSorted(
    (a, b) => Math.abs(b.votes) - Math.abs(a.votes) || a.area - b.area || (a.row ?? 0) - (b.row ?? 0),
  );
  const rest = Map.groupBy(sorted.slice(most), ({ kind, level }) => `${kind} ${level}`);
  const together = [...rest.values()].flatMap((group) => {
    const [first] = group;
    const votes = sum(group.map((part) => part.votes));
    return first ? [{ ...first, area, row: null, votes, places: sum(group.map(({ places }) => places)) }] : [];
  });
  return [...sorted.slice(0, most), ...together];
}
