import { isInside, type LocationId, NATION } from '@ec/contract/geography/location-id';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions/default-levels';
import { type HeldPrivileges, holdsPrivilege } from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import { UNUSUAL_CHECKS } from '@ec/contract/unusual/checks';
import { CHECK_EDITORS, type CheckSettings, DEFAULT_SETTINGS, THRESHOLDS_OF } from '@ec/contract/unusual/settings';

/** The middle value; of an even number of values the mean of the two in the middle. Throws for no values. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('There is no median of no values');
  const sorted = Float64Array.from(values).toSorted();
  const upper = sorted[sorted.length >> 1] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[(sorted.length >> 1) - 1] ?? 0) + upper) / 2;
}

/** The median distance from the median `m`, scaled so that it estimates the standard deviation of a normal distribution. */
export const spread = (values: readonly number[], m: number): number =>
  1.4826 * median(values.map((value) => Math.abs(value - m)));

/** erfc(x) for x ≥ 0, with a relative error below 2e-7 (Numerical Recipes, 6.2). */
function complementaryError(x: number): number {
  const t = 1 / (1 + x / 2);
  const terms = [
    1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223, 0.17087277,
  ];
  const series = terms.reduceRight((sum, term) => sum * t + term, 0);
  return t * Math.exp(-x * x - 1.26551223 + t * series);
}

/** How often χ² with 9 degrees of freedom is as large as this or larger. */
export function chiSquare9(value: number): number {
  const half = value / 2;
  let term = Math.sqrt(half) / (Math.sqrt(Math.PI) / 2);
  let sum = term;
  for (const degree of [1.5, 2.5, 3.5]) {
    term *= half / degree;
    sum += term;
  }
  return complementaryError(Math.sqrt(half)) + Math.exp(-half) * sum;
}

/** ln k! */
export function logFactorials(most: number): Float64Array {
  const logs = new Float64Array(most + 1);
  for (let k = 2; k <= most; k += 1) logs[k] = (logs[k - 1] ?? 0) + Math.log(k);
  return logs;
}

export interface CheckEditor {
  role: Role;
  areas: readonly LocationId[];
  levels: ModuleLevels;
  privileges: Pick<HeldPrivileges, 'granted'> | null;
}

/** Whether the person changes the checks of an election of these areas: all of them lie inside their own. */
export const mayEditChecks = (editor: CheckEditor, areas: readonly LocationId[]): boolean =>
  (CHECK_EDITORS as readonly Role[]).includes(editor.role) &&
  atLeast(editor.levels.election_management, 'write') &&
  holdsPrivilege(editor, 'canManageElections') &&
  areas.every((covered) => editor.areas.some((own) => isInside(covered, own)));

/** Whether the person brings the results of earlier elections, which every election is compared with, and removes them. */
export const mayBringEarlier = (editor: CheckEditor): boolean => mayEditChecks(editor, [NATION]);

/**
 * Settings as they are stored, in the order of the contract: the database keeps no order of fields. What was added since they were stored is as
 * every election begins.
 */
export function settingsOf(stored: Partial<CheckSettings> | null): CheckSettings {
  const settings = UNUSUAL_CHECKS.map((check) => {
    const { mode } = stored?.[check] ?? DEFAULT_SETTINGS[check];
    const held: Readonly<Record<string, number>> = {
      ...DEFAULT_SETTINGS[check].thresholds,
      ...stored?.[check]?.thresholds,
    };
    return [check, { mode, thresholds: Object.fromEntries(THRESHOLDS_OF[check].map((name) => [name, held[name]])) }];
  });
  return Object.fromEntries(settings) as CheckSettings;
}
