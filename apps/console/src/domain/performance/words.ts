import type { RegionalPerformance, WardData } from '@ec/contract/dashboards/schemas';
import type { LocationType } from '@ec/contract/geography/location-id';
import type { UnitStatus } from '@ec/contract/results/schemas';
import { formatShare } from '../../lib/format/format.ts';
import { AREA_WORDS } from '../results/labels.ts';
import type { Tone } from '../../components/figure/StatusChip.tsx';

/** What every answer about an area begins with. */
export type AreaHead = Omit<RegionalPerformance, 'statePerformance' | 'regionalTotals'>;

export const UNIT_STATUS: Record<UnitStatus, { label: string; tone: Tone }> = {
  pending: { label: 'Not reported', tone: 'off' },
  submitted: { label: 'Awaiting review', tone: 'wait' },
  approved: { label: 'Verified', tone: 'ok' },
  disputed: { label: 'Disputed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'off' },
};
export const UNIT_STATUSES = Object.keys(UNIT_STATUS) as UnitStatus[];

/** Above this many open disputes an area is marked red: regional cards bear more than the tables of states and LGAs. */
export const HIGH_DISPUTES = { card: 5, table: 2 } as const;

/** None is normal, a few need a look, more are a problem; also as a word, so that it does not depend on colour. */
export function disputeChip(count: number, high: number): { tone: Tone; label: string } {
  if (count === 0) return { tone: 'ok', label: 'None' };
  const figure = count.toLocaleString('en-NG');
  return count <= high ? { tone: 'wait', label: `${figure} open` } : { tone: 'bad', label: `${figure} open, high` };
}

/** What stands below the number of disputes: their share of the results, and that it is high. */
export function disputeNote(count: number, reported: number, high: number): string {
  if (count === 0) return 'None open';
  return `${formatShare(count, reported)} of results${count > high ? ', high' : ''}`;
}

/** What stands in the place of the figures of an area that has none. */
export function uncoveredWords(election: AreaHead['election']): string {
  return election ? 'Not part of this election' : 'No election yet';
}

/** The kinds of place inside an area whose row or card it is: a state's LGAs. */
export const INSIDE: Record<LocationType, { one: string; many: string }> = {
  national: AREA_WORDS.region,
  region: AREA_WORDS.state,
  state: AREA_WORDS.lga,
  lga: AREA_WORDS.ward,
  ward: { one: 'unit', many: 'units' },
  polling_unit: { one: 'unit', many: 'units' },
};

/** Whom the area's row names: its administrator's title, as short as a column. */
export const HOLDER: Record<LocationType, string> = {
  national: 'National admin',
  region: 'Regional admin',
  state: 'State admin',
  lga: 'LGA admin',
  ward: 'Ward admin',
  polling_unit: 'Officer',
};

export type WardUnitRow = WardData['pollingUnits'][number];
