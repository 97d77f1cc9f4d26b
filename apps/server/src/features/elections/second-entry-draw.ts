import type { SecondEntryGround, SecondEntryId } from '@ec/contract/second-entry/schemas';
import { policyOf, type SecondEntryPolicy } from '@ec/contract/second-entry/policy';
import type { SecondEntryState } from '@ec/contract/second-entry/states';
import { sha256 } from '../../platform/runtime/ids.ts';
import type { StandingEntry } from './rules.ts';

const BYTES = 6;

/**
 * Whether the draw takes the unit: the first six bytes of the SHA-256 of seed, election and unit code, as a share of all their values, lie below the
 * percentage. Everybody who knows the three can repeat it.
 */
export function isDrawn(draw: { seed: string; percent: number; electionId: string; unitCode: string }): boolean {
  const digest = sha256(`${draw.seed}\n${draw.electionId}\n${draw.unitCode}`);
  return digest.readUIntBE(0, BYTES) / 256 ** BYTES < draw.percent / 100;
}

/** Why the policy asks for a second entry of the result; null where it does not. */
export function secondEntryGround(
  policy: Pick<SecondEntryPolicy, 'rule' | 'percent' | 'seed'>,
  result: { electionId: string; unitCode: string; flags: readonly string[]; enteredBefore?: boolean },
): SecondEntryGround | null {
  const drawn = () => isDrawn({ ...policy, ...result });
  // A new version cannot leave the check of the one before.
  if (result.enteredBefore && policy.rule !== 'none') return 'again';
  switch (policy.rule) {
    case 'none':
      return null;
    case 'all':
      return 'all';
    case 'sample':
      return drawn() ? 'sample' : null;
    case 'flagged':
      return result.flags.length > 0 ? 'flagged' : drawn() ? 'sample' : null;
  }
}

/** The second entry that the policy asks for of the result's newest version; null where it asks for none. */
export function askedEntry(result: {
  electionId: string;
  unitCode: string;
  flags: readonly string[];
  configuration: Readonly<Record<string, unknown>>;
  standingEntry: StandingEntry | null;
  enteredBefore: boolean;
}): { id: SecondEntryId | null; state: SecondEntryState | null } | null {
  const { standingEntry, configuration } = result;
  if (secondEntryGround(policyOf(configuration), result) === null) return null;
  return standingEntry ?? { id: null, state: null };
}
