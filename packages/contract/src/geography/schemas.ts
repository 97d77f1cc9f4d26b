import { inDigits } from '../base/wording.ts';
import * as z from 'zod/mini';
import { AreaReference, ListQuery, LocationIdSchema, LocationTypeSchema } from '../base/common.ts';
import type { LocationType } from './location-id.ts';
import { requiredName } from '../base/names.ts';
import { ROLE_IDS } from '../permissions/roles.ts';

export const LocationLink = z.object({ id: LocationIdSchema, type: LocationTypeSchema, name: z.string() });
export type LocationLink = z.infer<typeof LocationLink>;

/** A place of the tree; `chain` is from the nation to the place itself. */
export const Location = z.object({
  id: LocationIdSchema,
  type: LocationTypeSchema,
  name: z.string(),
  code: z.string(),
  parentId: z.nullable(LocationIdSchema),
  chain: z.array(LocationLink),
  /** Registered voters: of a unit by the register (absent if unknown), of an area the sum of its units. */
  registeredVoters: z.optional(z.number()),
  /** Number of polling units inside; 1 for a unit. */
  units: z.number(),
  /** With `officeOf`: true where the office of that role is held. */
  taken: z.optional(z.boolean()),
});
export type Location = z.infer<typeof Location>;

export const LocationListQuery = z.extend(ListQuery, {
  type: z.optional(LocationTypeSchema),
  parentId: z.optional(AreaReference),
  /** A role with one holder a place: each place says whether it is taken. For readers of people. */
  officeOf: z.optional(z.enum(ROLE_IDS)),
});
export type LocationListQuery = z.infer<typeof LocationListQuery>;

export const LocationList = z.object({ locations: z.array(Location), total: z.number() });
export type LocationList = z.infer<typeof LocationList>;

/** The names of place types on the geographical data screen. */
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
/** Stored names match unchanged, including invisible characters: they may be older than the rule against them. */
const storedName = z.string().check(z.trim(), z.minLength(1, 'Name is required'), z.maxLength(200));

/** Names repeat, so a place is named by `id` (or code), or by name and parent. */
const which = { type: GeographyType, id: z.optional(AreaReference), parentId: z.optional(AreaReference) };

export const RenameLocationRequest = z.strictObject({
  ...which,
  oldName: z.optional(storedName),
  newName: locationName,
});
export type RenameLocationRequest = z.infer<typeof RenameLocationRequest>;
/** No polling unit has as many registered voters; a larger figure is a typing error. */
export const MOST_REGISTERED = 99_999;
/** `parentId` is optional for a region only. A new polling unit may bring its registered voters; wider places are sums of their units. */
export const AddLocationRequest = z
  .strictObject({
    type: GeographyType,
    name: locationName,
    parentId: z.optional(AreaReference),
    registeredVoters: z.optional(
      z
        .number()
        .check(
          z.int('Enter a whole number'),
          z.minimum(0, 'Enter 0 or more'),
          z.maximum(MOST_REGISTERED, `Enter at most ${inDigits(MOST_REGISTERED)}`),
        ),
    ),
  })
  .check(
    z.refine(({ type, registeredVoters }) => registeredVoters === undefined || type === 'pollingUnits', {
      error: 'Only a polling unit takes registered voters',
      path: ['registeredVoters'],
    }),
  );
export type AddLocationRequest = z.infer<typeof AddLocationRequest>;
export const DeleteLocationRequest = z.strictObject({ ...which, name: z.optional(storedName) });
export type DeleteLocationRequest = z.infer<typeof DeleteLocationRequest>;

/** The sort keys of the lists; a minus reverses the order. */
export const GeographySort = z.enum(['code', '-code', 'name', '-name']);
export type GeographySort = z.infer<typeof GeographySort>;

/** Paging, sorting, search and filter for all five lists; `type` selects one list. */
export const GeographyQuery = z.extend(ListQuery, {
  type: z.optional(GeographyType),
  /** An ancestor at any level. */
  parentId: z.optional(AreaReference),
});
export type GeographyQuery = z.infer<typeof GeographyQuery>;

/** A place of the geographical data screen. */
export const GeographyItem = z.object({
  id: LocationIdSchema,
  name: z.string(),
  code: z.string(),
  /** Number of users assigned to the place or inside it. */
  count: z.number(),
  /** Its ancestors, from the region down to its parent, because names repeat. */
  within: z.array(LocationLink),
  /** Number of places directly below it. */
  children: z.number(),
  /** Number of polling units inside; 1 for a unit. */
  units: z.number(),
  /** Of a unit by the register, of an area the sum of its units; null if unknown. */
  registeredVoters: z.nullable(z.number()),
  /** What prevents its deletion beside the users and places inside it, such as "results of it"; null if nothing of that is known. */
  keptBy: z.nullable(z.string()),
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
  /** How far the register is there: placeholders among the wards and polling units, and what has none below it. */
  register: z.object({
    placeholders: z.object({ wards: z.number(), pollingUnits: z.number() }),
    lgasWithoutWards: z.number(),
    wardsWithoutUnits: z.number(),
  }),
  /** The number of matches in each list, over all pages; null for lists not requested. */
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
 * Polling units of the reader's areas by their office: `active` have an ACTIVE officer (polling_unit_officer), `suspended` a SUSPENDED one,
 * `inactive` are all others: no officer, or one who is inactive or not approved. A user with a pending deletion counts by the former status.
 */
export const PollingUnitStats = z.object({
  ...unitCounts,
  byState: z.array(areaUnits),
  byRegion: z.array(areaUnits),
});
export type PollingUnitStats = z.infer<typeof PollingUnitStats>;
