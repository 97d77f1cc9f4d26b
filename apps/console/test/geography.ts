import { chainOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import { GeographicalData, type GeographyItem, GeographyType, Location } from '@ec/contract/geography/schemas';
import { RegisterImportList } from '@ec/contract/geography/register-import';
import type { Role } from '@ec/contract/permissions/roles';
import type * as z from 'zod/mini';
import { signedInOnDevice } from './people.ts';
import { renderConsole } from './render.tsx';
import { ok, serve } from './server.ts';
import { at, peopleServer, placeOf } from './users.ts';

type Handlers = Parameters<typeof serve>[0];

/** A place of the screen as answers carry it. */
export function itemOf(code: string, change: Partial<GeographyItem> = {}): GeographyItem {
  const { id, name, chain } = placeOf(code);
  return {
    id,
    name,
    code,
    count: 12,
    within: chain.slice(1, -1),
    children: 3,
    units: 40,
    registeredVoters: 20_500,
    keptBy: null,
    ...change,
  };
}

const NONE = { regions: null, states: null, lgas: null, wards: null, pollingUnits: null };

export const TOTALS = { regions: 6, states: 37, lgas: 774, wards: 8809, pollingUnits: 176_846, users: 180_000 };

export const REGISTER = {
  placeholders: { wards: 0, pollingUnits: 0 },
  lgasWithoutWards: 0,
  wardsWithoutUnits: 0,
};

/** One list of the screen with its totals. */
export function dataOf(
  type: GeographyType,
  rows: GeographyItem[],
  total = rows.length,
): z.input<typeof GeographicalData> {
  const empty = { regions: [], states: [], lgas: [], wards: [], pollingUnits: [] };
  return { totals: TOTALS, register: REGISTER, matching: { ...NONE, [type]: total }, ...empty, [type]: rows };
}

/** The answer of a call that changed a place. */
export function changedPlace(id: LocationId, name: string) {
  const { code } = placeOf(String(id));
  const chain = chainOf(id).map((each) => ({ id: each, type: locationType(each), name }));
  return ok(Location, { id, type: locationType(id), name, code, parentId: at('NG'), chain, units: 1 });
}

const ROWS: Record<GeographyType, GeographyItem[]> = {
  regions: [itemOf('SW')],
  states: [itemOf('24'), itemOf('27')],
  lgas: [itemOf('24-11'), itemOf('24-12')],
  wards: [itemOf('24-11-05'), itemOf('24-11-06', { children: 0, units: 0, count: 0 })],
  pollingUnits: [itemOf('24-11-05-003', { children: 0, units: 1, count: 1, registeredVoters: null })],
};

/** The screen of geographical data, and what was sent from it. */
export function openGeography(more: Handlers = {}, path = '/geographical-data', role: Role = 'national_admin') {
  signedInOnDevice();
  const calls = serve({
    ...peopleServer(role),
    'GET /geographical-data': ({ query }) => {
      const type = GeographyType.parse(query.get('type') ?? 'regions');
      return ok(GeographicalData, dataOf(type, ROWS[type]));
    },
    'GET /geographical-data/imports': () => ok(RegisterImportList, { imports: [] }),
    ...more,
  });
  const opened = renderConsole(path);
  const sent = (method: string, where: string) => calls.filter((call) => call.method === method && call.path === where);
  const lists = () => sent('GET', '/geographical-data').map(({ query }) => Object.fromEntries(query));
  return { calls, sent, lists, ...opened };
}
