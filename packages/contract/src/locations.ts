import * as z from 'zod/mini';
import { AreaReference, ListQuery, LocationIdSchema, LocationTypeSchema } from './common.ts';
import type { LocationType } from './location-id.ts';

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

const locationName = z.string().check(z.trim(), z.minLength(1, 'Name is required'), z.maxLength(200));

/** Names repeat, so the place may be named by `id` (or code), or by its name and its parent. */
const which = { type: GeographyType, id: z.optional(AreaReference), parentId: z.optional(AreaReference) };

export const RenameLocationRequest = z.object({ ...which, oldName: z.optional(locationName), newName: locationName });
export type RenameLocationRequest = z.infer<typeof RenameLocationRequest>;
/** `parentId` may be left out for a region only. */
export const AddLocationRequest = z.object({
  type: GeographyType,
  name: locationName,
  parentId: z.optional(AreaReference),
});
export type AddLocationRequest = z.infer<typeof AddLocationRequest>;
export const DeleteLocationRequest = z.object({ ...which, name: z.optional(locationName) });
export type DeleteLocationRequest = z.infer<typeof DeleteLocationRequest>;

/** Pages, searches and narrows each of the five lists alike; `type` asks for one list only. */
export const GeographyQuery = z.extend(ListQuery, {
  type: z.optional(GeographyType),
  parentId: z.optional(AreaReference),
});
export type GeographyQuery = z.infer<typeof GeographyQuery>;

/** `count` is the number of users assigned to the place or inside it. */
const geographyList = z.array(
  z.object({ id: LocationIdSchema, name: z.string(), code: z.string(), count: z.number() }),
);

export const GeographicalData = z.object({
  totals: z.object({
    regions: z.number(),
    states: z.number(),
    lgas: z.number(),
    wards: z.number(),
    pollingUnits: z.number(),
    users: z.number(),
  }),
  regions: geographyList,
  states: geographyList,
  lgas: geographyList,
  wards: geographyList,
  pollingUnits: geographyList,
});
export type GeographicalData = z.infer<typeof GeographicalData>;

/** What a register import did with the places in the file: those already the same were left. */
export const ImportCounts = z.object({
  rows: z.number(),
  added: z.object({ wards: z.number(), pollingUnits: z.number() }),
  changed: z.object({ wards: z.number(), pollingUnits: z.number() }),
  left: z.object({ wards: z.number(), pollingUnits: z.number() }),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

export const ImportLineError = z.object({ line: z.number(), message: z.string() });
export type ImportLineError = z.infer<typeof ImportLineError>;

/** An import as it goes on; `done` is the share of rows handled, 0 to 1. */
export const ImportProgress = z.object({
  id: z.uuid(),
  state: z.enum(['reading', 'checking', 'storing', 'completed', 'failed']),
  done: z.number(),
  rows: z.number(),
  counts: z.nullable(ImportCounts),
  /** `count` lines are wrong; `lines` holds the first thousand of them. */
  error: z.nullable(
    z.object({ code: z.string(), message: z.string(), count: z.number(), lines: z.array(ImportLineError) }),
  ),
});
export type ImportProgress = z.infer<typeof ImportProgress>;

/** The answer to an upload: where its progress can be read. */
export const ImportStarted = z.object({ id: z.uuid() });
