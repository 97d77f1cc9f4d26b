/**
 * A location's id encodes its position in the tree: one digit for the country, then zone (1), state (2), LGA (3), ward (3) and unit (4), zero for
 * levels below it. 24-11-05-003 in the South West (zone 6) is 1 6 24 011 005 0003. So everything inside an area is one range of ids, in SQL and in
 * code, and an area's ancestors need no look-up. See docs/adr/0003-location-ids.md.
 */
declare const locationBrand: unique symbol;
export type LocationId = number & { readonly [locationBrand]: 'LocationId' };

export const LOCATION_TYPES = ['national', 'region', 'state', 'lga', 'ward', 'polling_unit'] as const;
export type LocationType = (typeof LOCATION_TYPES)[number];

/** The number of ids that one area of each type spans: its own, and those of everything inside. */
export const SPAN: Readonly<Record<LocationType, number>> = {
  national: 1e13,
  region: 1e12,
  state: 1e10,
  lga: 1e7,
  ward: 1e4,
  polling_unit: 1,
};

/** The highest child number of each type below its parent. */
export const MAX_CHILD_NUMBER: Record<LocationType, number> = {
  national: 1,
  region: 9,
  state: 99,
  lga: 999,
  ward: 999,
  polling_unit: 9999,
};

export const NATION = 1e13 as LocationId;

/** The six zones by INEC's usual abbreviation; the digit is their number in the id. */
export const ZONES = {
  NC: { digit: 1, name: 'North Central' },
  NE: { digit: 2, name: 'North East' },
  NW: { digit: 3, name: 'North West' },
  SE: { digit: 4, name: 'South East' },
  SS: { digit: 5, name: 'South South' },
  SW: { digit: 6, name: 'South West' },
} as const;
export type ZoneCode = keyof typeof ZONES;

/** The zone of each of INEC's 37 state codes in official order (alphabetical, the FCT as 37). */
const STATE_ZONES: readonly ZoneCode[] =
  'SE NE SS SE NE SS NC NE SS SS SE SS SW SE NE SE NW NW NW NW NW NC NC SW NC NC SW SW SW SW NC SS NW NE NE NW NC'.split(
    ' ',
  ) as ZoneCode[];

export function zoneOfState(stateNumber: number): ZoneCode | undefined {
  return STATE_ZONES[stateNumber - 1];
}

export function locationType(id: LocationId): LocationType {
  const rest = id - NATION;
  if (rest === 0) return 'national';
  if (rest % SPAN.region === 0) return 'region';
  if (rest % SPAN.state === 0) return 'state';
  if (rest % SPAN.lga === 0) return 'lga';
  if (rest % SPAN.ward === 0) return 'ward';
  return 'polling_unit';
}

/** The first and last id (inclusive) of everything in the area, including itself. */
export function areaRange(area: LocationId): { first: LocationId; last: LocationId } {
  return { first: area, last: (area + SPAN[locationType(area)] - 1) as LocationId };
}

/** True if `inner` is `outer` or inside it. */
export function isInside(inner: LocationId, outer: LocationId): boolean {
  const range = areaRange(outer);
  return inner >= range.first && inner <= range.last;
}

/** The area of the given type that contains the location; undefined if the location itself is wider. */
export function ancestorOf(id: LocationId, type: LocationType): LocationId | undefined {
  if (LOCATION_TYPES.indexOf(type) > LOCATION_TYPES.indexOf(locationType(id))) return undefined;
  return (id - ((id - NATION) % SPAN[type])) as LocationId;
}

/** The chain from the nation down to the location itself. */
export function chainOf(id: LocationId): LocationId[] {
  const depth = LOCATION_TYPES.indexOf(locationType(id));
  return LOCATION_TYPES.slice(0, depth + 1).map((type) => (id - ((id - NATION) % SPAN[type])) as LocationId);
}

export function parentOf(id: LocationId): LocationId | null {
  return chainOf(id).at(-2) ?? null;
}

export function childType(type: LocationType): LocationType | undefined {
  return LOCATION_TYPES[LOCATION_TYPES.indexOf(type) + 1];
}

/** The id of the child with the given number (from 1; INEC's number for a state) below `parent`. Throws RangeError outside the range. */
export function childId(parent: LocationId, number: number): LocationId {
  const type = childType(locationType(parent));
  if (!type || number < 1 || number > MAX_CHILD_NUMBER[type])
    throw new RangeError(`No child ${number} below ${parent}`);
  return (parent + number * SPAN[type]) as LocationId;
}

/** The number of a location below its parent: 5 for 24-11-05. */
export function childNumber(id: LocationId): number {
  const parent = parentOf(id);
  return parent === null ? 0 : (id - parent) / SPAN[locationType(id)];
}

/** INEC's code of a location: NG, SW, 24, 24-11, 24-11-05, 24-11-05-003. */
export function codeOf(id: LocationId): string {
  const rest = id - NATION;
  const type = locationType(id);
  if (type === 'national') return 'NG';
  const zone = Math.floor(rest / SPAN.region);
  if (type === 'region') return Object.entries(ZONES).find(([, z]) => z.digit === zone)?.[0] ?? `Z${zone}`;
  const digits = String(rest % SPAN.region).padStart(12, '0');
  const parts = [
    digits.slice(0, 2),
    digits.slice(2, 5).replace(/^0/, ''),
    digits.slice(5, 8).replace(/^0/, ''),
    digits.slice(8).replace(/^0/, ''),
  ];
  return parts.slice(0, LOCATION_TYPES.indexOf(type) - 1).join('-');
}

/** The id for a location's id or INEC code as text; undefined if it is neither. */
export function locationIdOf(reference: string): LocationId | undefined {
  const text = reference.trim().toUpperCase();
  if (/^1\d{13}$/.test(text)) return Number(text) as LocationId;
  if (text === 'NG') return NATION;
  if (Object.hasOwn(ZONES, text)) return (NATION + ZONES[text as ZoneCode].digit * SPAN.region) as LocationId;
  const match = /^(\d{2})(?:-(\d{2,3}))?(?:-(\d{2,3}))?(?:-(\d{3,4}))?$/.exec(text);
  if (!match) return undefined;
  const zone = zoneOfState(Number(match[1]));
  if (!zone) return undefined;
  const numbers = match
    .slice(1)
    .filter((part) => part !== undefined)
    .map(Number);
  if (numbers.includes(0)) return undefined;
  const spans = [SPAN.state, SPAN.lga, SPAN.ward, SPAN.polling_unit];
  return numbers.reduce(
    (id, number, level) => id + number * (spans[level] ?? 0),
    NATION + ZONES[zone].digit * SPAN.region,
  ) as LocationId;
}
