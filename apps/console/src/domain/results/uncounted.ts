import type { Basis } from '@ec/contract/base/common';
import type { Coverage } from '@ec/contract/elections/schemas';

/** Why an area has no votes on a basis: no result, or none that counts; null if results count, with votes or without. */
export function uncountedText({ reported, verified, pending }: Coverage, basis: Basis): string | null {
  if (reported === 0) return 'Not reported';
  if (basis === 'verified') return verified === 0 ? 'None verified' : null;
  return verified + pending === 0 ? 'None counted' : null;
}
