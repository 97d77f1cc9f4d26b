import type { GeographyType } from '@ec/contract/geography/schemas';
import type { ChangeKind } from '@ec/contract/geography/register-import';
import { formatCount } from '../../lib/format/format.ts';

interface Words {
  tab: string;
  one: string;
  many: string;
  /** What lies directly below. */
  below: GeographyType | null;
}

export const WORDS: Record<GeographyType, Words> = {
  regions: { tab: 'Regions', one: 'region', many: 'regions', below: 'states' },
  states: { tab: 'States', one: 'state', many: 'states', below: 'lgas' },
  lgas: { tab: 'LGAs', one: 'LGA', many: 'LGAs', below: 'wards' },
  wards: { tab: 'Wards', one: 'ward', many: 'wards', below: 'pollingUnits' },
  pollingUnits: { tab: 'Polling Units', one: 'polling unit', many: 'polling units', below: null },
};

export const TABS = Object.keys(WORDS) as GeographyType[];

/** 3 wards, 1 LGA. */
export const countOf = (type: GeographyType, count: number): string =>
  formatCount(count, WORDS[type].one, WORDS[type].many);

/** 3 wards and 40 polling units. */
export function placesText({ wards, pollingUnits }: { wards: number; pollingUnits: number }): string {
  return `${countOf('wards', wards)} and ${countOf('pollingUnits', pollingUnits)}`;
}

export const LOAD_FAILED = 'Failed to load geographical data';
export const UPDATE_FAILED = 'Failed to update geographical data';
export const ADD_FAILED = 'Failed to add geographical data';
export const DELETE_FAILED = 'Failed to delete geographical data';

export const CHANGE_WORDS: Record<ChangeKind, { tab: string; none: string; before: string; after: string }> = {
  added: { tab: 'Added', none: 'Nothing is added', before: '', after: 'Registered voters' },
  renamed: { tab: 'Renamed', none: 'Nothing is renamed', before: 'Old name', after: 'New name' },
  registered: {
    tab: 'Registered voters',
    none: 'No number of registered voters changes',
    before: 'Stored',
    after: 'In the file',
  },
  missing: { tab: 'Missing', none: 'Nothing is missing from the file', before: '', after: '' },
};
