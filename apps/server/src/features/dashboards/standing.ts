import type { Contact, PerformanceRow } from '@ec/contract/dashboards/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { percent } from '@ec/contract/results/sheet';
import type { Place, AreaTally } from '../live/queries.ts';
import { coveredPart, placesIn, type Snapshot, talliesIn } from '../live/snapshot.ts';
import { coverageOf, leadingOf, totalsOf } from '../live/totals.ts';

type Places = ReadonlyMap<LocationId, Place>;

/** The progress of an area's children: fully reported, partly reported, and all that take part. */
export interface Progress {
  complete: number;
  started: number;
  children: number;
}

/** The progress of an area's children, from their units covered and reported; children without covered units are ignored. */
export function progressOf(children: readonly { units: number; reported: number }[]): Progress {
  const covered = children.filter(({ units }) => units > 0);
  return {
    complete: covered.filter(({ units, reported }) => reported >= units).length,
    started: covered.filter(({ reported }) => reported > 0).length,
    children: covered.length,
  };
}

function lastChange(tallies: readonly AreaTally[]): string | null {
  const last = Math.max(0, ...tallies.map(({ changedAt }) => changedAt.getTime()));
  return last > 0 ? new Date(last).toISOString() : null;
}

/** Totals of both bases with the parties of the ballot; zeros without an election. */
export function basisOf(tallies: readonly AreaTally[], parties: readonly string[]) {
  return { verified: totalsOf(tallies, 'verified', parties), provisional: totalsOf(tallies, 'provisional', parties) };
}

/** The standing of an area from its tallies, over its covered units. */
export function standingOf(tallies: readonly AreaTally[], units: number, parties: readonly string[]) {
  const basis = basisOf(tallies, parties);
  const coverage = coverageOf(tallies, units);
  return {
    coverage,
    submissionRate: percent(coverage.reported, units),
    disputes: coverage.disputed,
    leading: leadingOf(basis.verified, basis.provisional),
    lastUpdate: lastChange(tallies),
    contact: null as Contact | null,
  };
}

/** Covered units of an area: those of the election, or all units without an election. */
export function unitsOf(snapshot: Snapshot | null, place: Place) {
  return snapshot ? coveredPart(snapshot, place.id, place) : { units: place.units, registered: place.registered };
}

export function tallied(snapshot: Snapshot | null, area: LocationId): readonly AreaTally[] {
  return snapshot ? talliesIn(snapshot, area) : [];
}

/** One row of a table of areas. */
export function toRow(
  snapshot: Snapshot | null,
  place: Place,
  tallies: readonly AreaTally[],
  progress: Progress,
): PerformanceRow {
  const { id, type, name, code } = place;
  const standing = standingOf(tallies, unitsOf(snapshot, place).units, snapshot?.election.parties ?? []);
  return { area: { id, type, name, code }, ...standing, leadingParty: standing.leading.verified, ...progress };
}

/** The children of a zone or a state (`type` is their type) with their units covered and reported. */
export function childUnits(snapshot: Snapshot | null, places: Places, area: LocationId, type: 'state' | 'lga') {
  return placesIn(places, area, type).map((place) => {
    const { units } = unitsOf(snapshot, place);
    return { units, reported: coverageOf(tallied(snapshot, place.id), units).reported };
  });
}
