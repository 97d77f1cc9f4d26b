import type { Flag } from '@ec/contract/results/schemas';

/** Flags that question the result itself stand out from those that ask for a second look. */
export function isGrave(flag: Pick<Flag, 'code'>): boolean {
  return flag.code === 'OVER_VOTING' || flag.code === 'VOTES_ABOVE_REGISTERED';
}
