import type { RegionalPerformance, WardData } from '@ec/contract/dashboards/schemas';
import { type LocationId, type LocationType, NATION } from '@ec/contract/geography/location-id';
import type { UnitStatus } from '@ec/contract/results/schemas';
import type { Basis } from '@ec/contract/base/common';
import { formatNumber, formatShare } from '../../lib/format/format.ts';
import { DISPUTED_SHARE, disputeRate } from '../results/coverage.ts';
import { AREA_WORDS } from '../results/labels.ts';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { withQuery } from '../elections/count-choice.ts';

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

/** None is normal, a usual share needs a look, a conspicuous one is a problem; also as a word, so that it does not depend on colour. */
export function disputeChip(disputed: number, reported: number): { tone: Tone; label: string } {
  if (disputed === 0) return { tone: 'ok', label: 'None' };
  const label = `${formatNumber(disputed)} open, ${formatShare(disputed, reported)}`;
  return disputeRate({ disputed, reported }) <= DISPUTED_SHARE
    ? { tone: 'wait', label }
    : { tone: 'bad', label: `${label}, high` };
}

/** What stands below the number of disputes: their share of the results, and that it is high. */
export function disputeNote(disputed: number, reported: number): string {
  if (disputed === 0) return 'None open';
  const high = disputeRate({ disputed, reported }) > DISPUTED_SHARE;
  return `${formatShare(disputed, reported)} of results${high ? ', high' : ''}`;
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

interface Counted {
  election: { id: string } | null;
  source: string;
}
interface Place {
  id: LocationId;
  code: string;
}

const codeIn = (area: Place) => (area.id === NATION ? undefined : area.code);

/** The open disputes of an area, of the count that is shown. */
export function disputesPath({ election, source }: Counted, area: Place): string {
  return withQuery('/disputes', { status: 'open', area: codeIn(area), election: election?.id, source });
}

/** The units of an area, or those in one state, as their reviewer sees them. */
export function reviewPath({ election, source }: Counted, area: Place, status = 'all'): string {
  return withQuery('/review', { status, area: codeIn(area), election: election?.id, source });
}

/** The live figures of an area, on the basis that is shown. */
export function livePath({ election, source }: Counted, area: Place, basis: Basis): string {
  const view = source === 'grassroots' ? source : undefined;
  return withQuery('/live-results', { area: codeIn(area), election: election?.id, view, basis });
}

export type LinkHead = Pick<AreaHead, 'election' | 'source'>;
