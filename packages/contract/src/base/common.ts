import * as z from 'zod/mini';
import { LOCATION_TYPES, type LocationId } from '../geography/location-id.ts';

/** Ids are UUIDs (version 7), except for locations, whose id is their position in the tree. */
export const UserId = z.uuid().brand<'UserId'>();
export type UserId = z.infer<typeof UserId>;
export const SessionId = z.uuid().brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;
export const ElectionId = z.uuid().brand<'ElectionId'>();
export type ElectionId = z.infer<typeof ElectionId>;
export const ContestDayId = z.uuid().brand<'ContestDayId'>();
export type ContestDayId = z.infer<typeof ContestDayId>;
export const ResultId = z.uuid().brand<'ResultId'>();
export type ResultId = z.infer<typeof ResultId>;
export const DisputeId = z.uuid().brand<'DisputeId'>();
export type DisputeId = z.infer<typeof DisputeId>;
export const FileId = z.uuid().brand<'FileId'>();
export type FileId = z.infer<typeof FileId>;

/** A location's id in answers. */
export const LocationIdSchema = z.custom<LocationId>(
  (value) => typeof value === 'number' && Number.isSafeInteger(value),
);

/** An area in a request: a location's id or its INEC code (`24-11-05`). */
export const AreaReference = z.pipe(
  z.union([z.string().check(z.trim(), z.minLength(1), z.maxLength(20)), z.number()]),
  z.transform((value) => String(value)),
);

/** A user as the author in records. */
export const PersonLink = z.object({ id: UserId, name: z.string(), role: z.string() });
export type PersonLink = z.infer<typeof PersonLink>;

export const LocationTypeSchema = z.enum(LOCATION_TYPES);

/** A time as ISO 8601 text in UTC. */
export const Timestamp = z.iso.datetime();

export const Basis = z.enum(['verified', 'provisional']);
export type Basis = z.infer<typeof Basis>;

const count = (fallback: number, maximum: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximum)), fallback);

/** Page, size, sort and search of every list; `limit` is the older name of `pageSize`. */
export const ListQuery = z.object({
  page: count(1, 100_000),
  pageSize: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000))),
  sort: z.optional(z.string().check(z.maxLength(40))),
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
});
export type ListQuery = z.infer<typeof ListQuery>;

const SEEN = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{DI}]/u;
/** A check that makes text without visible characters empty. */
export const unseenIsNone = () => z.overwrite<string>((text) => (SEEN.test(text) ? text : ''));

const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Removes direction marks, with which text could be displayed differently from how it is stored. */
export const withoutDirections = () => z.overwrite<string>((text) => text.replaceAll(DIRECTIONS, ''));
/** The envelope of a successful answer. */
export function success<T extends z.ZodMiniType>(data: T) {
  return z.object({ success: z.literal(true), data });
}
