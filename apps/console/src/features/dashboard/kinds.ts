import type { Me } from '@ec/contract/auth/schemas';
import type { Dashboard } from '@ec/contract/dashboards/schemas';

export type Kind = Dashboard['kind'];

/** What each kind of dashboard is called. */
export const TITLES: Record<Kind, string> = {
  national: 'National Overview',
  region: 'Regional Performance',
  state: 'State Overview',
  lga: 'Ward Overview',
  ward: 'Polling Unit Overview',
  polling_unit: 'Your Polling Unit',
  unassigned: 'Not assigned',
};

/** What fills the page, which says how wide it must be before the news can stand beside it. */
export const BESIDE: Record<Kind, 'cards' | 'table' | 'nothing'> = {
  national: 'cards',
  region: 'table',
  state: 'cards',
  lga: 'table',
  ward: 'table',
  polling_unit: 'nothing',
  unassigned: 'nothing',
};

/** The kind that is to be expected before the answer is there. */
export function expectedKind({ user, privileges }: Me): Kind {
  const narrowed = privileges?.areas ?? [];
  return narrowed[0]?.type ?? user.scope?.type ?? 'unassigned';
}

type Assigned = Exclude<Dashboard, { kind: 'unassigned' }>;

/** The answer's part about an area; null for a unit, which has none. */
export function headOf(data: Dashboard) {
  switch (data.kind) {
    case 'national':
      return data.national;
    case 'region':
      return data.region;
    case 'state':
      return data.state;
    case 'lga':
      return data.lga;
    case 'ward':
      return data.ward;
    case 'polling_unit':
    case 'unassigned':
      return null;
  }
}

export type Desk = Assigned['desk'];
export type Areas = Assigned['areas'];
