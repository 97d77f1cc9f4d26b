import type { Basis } from '../base/common.ts';
import { inDigits } from '../base/wording.ts';
import type { Coverage } from '../elections/schemas.ts';

/**
 * A figure of votes or voters as it may be shown: null while no result is counted on its basis, since what is not known is not zero. Screens and
 * reports show null as a dash, files leave it empty.
 */
export function countedFigure(totals: { results: number }, value: number): number | null {
  return totals.results > 0 ? value : null;
}

/** Of which units a turnout speaks: a third of the register's units have no registered voters, and their sheets may leave them out too. */
export function turnoutScope({ results, registeredUnits }: { results: number; registeredUnits: number }): string {
  if (registeredUnits === results) return 'in these units';
  return `in the ${inDigits(registeredUnits)} of ${inDigits(results)} units where they are known`;
}

/** Why an area has no votes on a basis: no result, or none that counts; null if results count, with votes or without. */
export function uncountedText({ reported, verified, pending }: Coverage, basis: Basis): string | null {
  if (reported === 0) return 'Not reported';
  if (basis === 'verified') return verified === 0 ? 'None verified' : null;
  return verified + pending === 0 ? 'None counted' : null;
}
