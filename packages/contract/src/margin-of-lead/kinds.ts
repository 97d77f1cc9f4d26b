/** Why the voters of a unit are not in its figures, as the electoral guidelines tell them apart. */
export const AFFECTED_KINDS = [
  'not_held',
  'cancelled_overvoting',
  'cancelled_other',
  'postponed',
  'zero_by_obstruction',
] as const;
export type AffectedKind = (typeof AFFECTED_KINDS)[number];

export const AFFECTED_WORDS: Readonly<Record<AffectedKind, string>> = {
  not_held: 'Election did not hold',
  cancelled_overvoting: 'Cancelled for over-voting',
  cancelled_other: 'Cancelled for another reason',
  postponed: 'Postponed',
  zero_by_obstruction: 'Credited zero for obstruction',
};

/** A unit whose voters obstructed the accreditation device is credited zero and weighs nothing against the lead; all others do. */
export const countsForMargin = (kind: AffectedKind): boolean => kind !== 'zero_by_obstruction';

/** The voters of a unit that weigh against the lead: its PVCs collected, else its registered voters; null where neither is known. */
export function votersAtStake(unit: {
  kind: AffectedKind;
  pvcCollected: number | null;
  registered: number | null;
}): number | null {
  return countsForMargin(unit.kind) ? (unit.pvcCollected ?? unit.registered) : 0;
}
