import type { Basis } from '@ec/contract/base/common';
import { codeOf, type LocationId, locationIdOf, locationType, NATION } from '@ec/contract/geography/location-id';
import { stateIn } from '../../lib/hooks/use-url-state.ts';

/** Everything the page shows is in its address. */
export const DEFAULTS = {
  election: '',
  view: 'official',
  basis: 'verified',
  /** INEC's code of the area; empty for the nation. */
  area: '',
  /** Kind of the table's rows where it is not the area's children; `constituency` for those of the election's type. */
  rows: '',
  /** How the areas are shown, as far as they can be drawn: a table, or a map of a measure. */
  show: 'table',
  measure: 'leading',
  parties: 'top',
  party: '',
  leading: '',
  status: '',
  sort: '',
};

export type LiveParams = typeof DEFAULTS;
export type View = 'official' | 'grassroots' | 'compare';

const oneOf = <T extends string>(value: string, allowed: readonly T[], fallback: T): T =>
  allowed.find((word) => word === value) ?? fallback;

/** What the address says; unknown words in it are the defaults. */
export function liveParamsIn(params: URLSearchParams) {
  const read = stateIn<LiveParams>(params, DEFAULTS);
  return {
    ...read,
    view: oneOf<View>(read.view, ['official', 'grassroots', 'compare'], 'official'),
    basis: oneOf<Basis>(read.basis, ['verified', 'provisional'], 'verified'),
    areaId: locationIdOf(read.area) ?? NATION,
  };
}

export type ReadParams = ReturnType<typeof liveParamsIn>;

/** The election that the address names, else the first. */
export const electionIn = <T extends { id: string }>(
  elections: readonly T[],
  { election }: ReadParams,
): T | undefined => elections.find(({ id }) => id === election) ?? elections[0];

/** The address for another area: the kind of rows is reset. */
export function areaChange(area: LocationId): Partial<LiveParams> {
  return { area: area === NATION ? '' : codeOf(area), rows: '' };
}

/** Kinds of rows that an area offers besides its children. */
export const LEVELS = {
  national: [
    { value: '', label: 'Zones' },
    { value: 'state', label: 'States' },
    { value: 'lga', label: 'LGAs' },
  ],
  region: [
    { value: '', label: 'States' },
    { value: 'lga', label: 'LGAs' },
  ],
  state: [{ value: '', label: 'LGAs' }],
} as const;

/** The level to ask for; empty for the area's children. */
export function levelOf({ areaId, rows }: ReadParams): string {
  const type = locationType(areaId);
  const offered: readonly { value: string }[] = type === 'national' || type === 'region' ? LEVELS[type] : [];
  return offered.some((level) => level.value === rows) ? rows : '';
}
