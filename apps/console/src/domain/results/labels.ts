import type { Basis } from '@ec/contract/base/common';
import type { LocationType } from '@ec/contract/geography/location-id';
import { uncountedText } from '@ec/contract/live/counted';
import type { Flag, PhotoState, ResultStatus, ResultVersion } from '@ec/contract/results/schemas';
import { RESULT_STATUS_WORDS as WORDS } from '@ec/contract/results/words';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import type { Coverage } from '@ec/contract/elections/schemas';

export const RESULT_STATUS: Record<ResultStatus, { label: string; tone: Tone }> = {
  pending: { label: WORDS.pending, tone: 'wait' },
  verified: { label: WORDS.verified, tone: 'ok' },
  disputed: { label: WORDS.disputed, tone: 'bad' },
  returned: { label: WORDS.returned, tone: 'info' },
  cancelled: { label: WORDS.cancelled, tone: 'off' },
};

/** How a result stands with its photo. */
export const PHOTO_STATE: Record<PhotoState, { label: string; tone: Tone }> = {
  received: { label: 'Photo', tone: 'ok' },
  awaited: { label: 'Photo on its way', tone: 'wait' },
  none: { label: 'No photo', tone: 'off' },
};

/** A version in a choice of them. */
export const versionText = ({ version, desk }: Pick<ResultVersion, 'version' | 'desk'>, newest: number): string =>
  [`${version}`, ...(version === newest ? ['the newest'] : []), ...(desk ? ['from the photo'] : [])].join(', ');

/** What stands in place of a photo that was announced and has not arrived. */
export const PHOTO_AWAITED =
  "The photo of the sheet is on its way from the officer's phone. It appears here as soon as it has arrived.";

/** Kinds of area as the field says them. */
export const AREA_WORDS: Record<LocationType, { one: string; many: string }> = {
  national: { one: 'nation', many: 'nations' },
  region: { one: 'zone', many: 'zones' },
  state: { one: 'state', many: 'states' },
  lga: { one: 'LGA', many: 'LGAs' },
  ward: { one: 'ward', many: 'wards' },
  polling_unit: { one: 'polling unit', many: 'polling units' },
};

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const SOURCE_WORDS = { official: 'Official count', grassroots: 'Grassroots count' } as const;

export const BASIS_WORD: Record<Basis, string> = { verified: 'Verified', provisional: 'Provisional' };

/** Flags that question the result itself stand out from those that ask for a second look. */
export function isGrave(flag: Pick<Flag, 'code'>): boolean {
  return flag.code === 'OVER_VOTING' || flag.code === 'VOTES_ABOVE_REGISTERED';
}

/** Who leads; where no one does, why: nothing counts, all votes are of Others, or there are none. */
export function leaderText(party: string | null, coverage: Coverage, basis: Basis, valid: number): string {
  return party ?? uncountedText(coverage, basis) ?? (valid > 0 ? 'No leader' : 'No votes');
}
