import * as z from 'zod/mini';
import { AreaReference, ListQuery, LocationIdSchema, LocationTypeSchema } from '../base/common.ts';
import type { LocationType } from './location-id.ts';
import { requiredName } from '../base/names.ts';

export const LocationLink = z.object({ id: LocationIdSchema, type: LocationTypeSchema, name: z.string() });
export type LocationLink = z.infer<typeof LocationLink>;

/** A place of the tree; `chain` runs from the nation to the place itself. */
export const Location = z.object({
  id: LocationIdSchema,
  type: LocationTypeSchema,
  name: z.string(),
  code: z.string(),
  parentId: z.nullable(LocationIdSchema),
  chain: z.array(LocationLink),
  /** Registered voters: of a unit as the register gives it (absent where unknown), of an area the sum of its units. */
  registeredVoters: z.optional(z.number()),
  /** Polling units inside; 1 for a unit. */
  units: z.number(),
});
export type Location = z.infer<typeof Location>;

export const LocationListQuery = z.extend(ListQuery, {
  type: z.optional(LocationTypeSchema),
  parentId: z.optional(AreaReference),
});
export type LocationListQuery = z.infer<typeof LocationListQuery>;

export const LocationList = z.object({ locations: z.array(Location), total: z.number() });
export type LocationList = z.infer<typeof LocationList>;

/** What the geographical data screen calls each kind of place. */
export const GEOGRAPHY_TYPES = {
  regions: 'region',
  states: 'state',
  lgas: 'lga',
  wards: 'ward',
  pollingUnits: 'polling_unit',
} as const satisfies Record<string, LocationType>;
export type GeographyType = keyof typeof GEOGRAPHY_TYPES;
export const GeographyType = z.enum(Object.keys(GEOGRAPHY_TYPES) as [GeographyType, ...GeographyType[]]);

const locationName = requiredName(200, 'Name is required');
/** A stored name is found as it stands, hidden characters and all: it may be older than the rule against them. */
const storedName = z.string().check(z.trim(), z.minLength(1, 'Name is required'), z.maxLength(200));

/** Names repeat, so the place may be named by `id` (or code), or by its name and its parent. */
const which = { type: GeographyType, id: z.optional(AreaReference), parentId: z.optional(AreaReference) };

export const RenameLocationRequest = z.strictObject({
  ...which,
  oldName: z.optional(storedName),
  newName: locationName,
});
export type RenameLocationRequest = z.infer<typeof RenameLocationRequest>;
/** `parentId` may be left out for a region only. */
export const AddLocationRequest = z.strictObject({
  type: GeographyType,
  name: locationName,
  parentId: z.optional(AreaReference),
});
export type AddLocationRequest = z.infer<typeof AddLocationRequest>;
export const DeleteLocationRequest = z.strictObject({ ...which, name: z.optional(storedName) });
export type DeleteLocationRequest = z.infer<typeof DeleteLocationRequest>;

/** What the lists can be sorted by; a minus turns the order round. */
export const GeographySort = z.enum(['code', '-code', 'name', '-name']);
export type GeographySort = z.infer<typeof GeographySort>;

/** Pages, sorts, searches and narrows each of the five lists alike; `type` asks for one list only. */
export const GeographyQuery = z.extend(ListQuery, {
  type: z.optional(GeographyType),
  /** The area in which the places lie, however far above them it stands. */
  parentId: z.optional(AreaReference),
});
export type GeographyQuery = z.infer<typeof GeographyQuery>;

/** A place of the geographical data screen. */
export const GeographyItem = z.object({
  id: LocationIdSchema,
  name: z.string(),
  code: z.string(),
  /** Users assigned to the place or inside it. */
  count: z.number(),
  /** What it lies in, from the region down to its parent: names repeat. */
  within: z.array(LocationLink),
  /** Places directly below it. */
  children: z.number(),
  /** Polling units inside; 1 for a unit. */
  units: z.number(),
  /** Of a unit as the register gives it, of an area the sum of its units; null where unknown. */
  registeredVoters: z.nullable(z.number()),
});
export type GeographyItem = z.infer<typeof GeographyItem>;

const list = z.array(GeographyItem);
const matches = z.nullable(z.number());

export const GeographicalData = z.object({
  totals: z.object({
    regions: z.number(),
    states: z.number(),
    lgas: z.number(),
    wards: z.number(),
    pollingUnits: z.number(),
    users: z.number(),
  }),
  /** How many places match in each list, on whatever page they are; null for lists that were not asked for. */
  matching: z.object({ regions: matches, states: matches, lgas: matches, wards: matches, pollingUnits: matches }),
  regions: list,
  states: list,
  lgas: list,
  wards: list,
  pollingUnits: list,
});
export type GeographicalData = z.infer<typeof GeographicalData>;

const unitCounts = { total: z.number(), active: z.number(), inactive: z.number(), suspended: z.number() };
const areaUnits = z.object({ id: LocationIdSchema, name: z.string(), code: z.string(), ...unitCounts });

/**
 * Polling units of the reader's areas by how their office is held: `active` have an officer (polling_unit_officer) who is
 * ACTIVE, `suspended` one who is SUSPENDED, `inactive` are all others: no officer, or one who is inactive or not yet
 * approved. Somebody whose deletion is asked for counts as what they are until it is decided.
 */
export const PollingUnitStats = z.object({
  ...unitCounts,
  byState: z.array(areaUnits),
  byRegion: z.array(areaUnits),
});
export type PollingUnitStats = z.infer<typeof PollingUnitStats>;
