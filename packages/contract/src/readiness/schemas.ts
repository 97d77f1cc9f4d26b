import * as z from 'zod/mini';
import { ElectionId, LocationIdSchema, Timestamp } from '../base/common.ts';

/** What is checked before an election, in the order of the page. */
export const READINESS_CHECKS = [
  'units_without_officer',
  'officers_never_signed_in',
  'phones_not_confirmed',
  'states_without_admin',
  'lgas_without_admin',
  'wards_without_admin',
  'units_without_voters',
  'wards_without_units',
  'placeholders',
  'wards_without_constituency',
  'transcribers',
  'parties_without_colour',
  'sms_gateway',
  'email_gateway',
  'clocks',
  'disk',
] as const;
export const ReadinessCheckId = z.enum(READINESS_CHECKS);
export type ReadinessCheckId = z.infer<typeof ReadinessCheckId>;

/** `unknown`: it could not be measured in time. */
export const ReadinessState = z.enum(['ok', 'not_ready', 'unknown']);
export type ReadinessState = z.infer<typeof ReadinessState>;

export const ReadinessCheck = z.object({
  id: ReadinessCheckId,
  state: ReadinessState,
  /** What is left to do; null where nothing is counted, or while it is unknown. */
  count: z.nullable(z.number()),
  text: z.string(),
  /** The first places concerned, in the order of their codes; `within` is their chain in words. */
  places: z.array(z.object({ id: LocationIdSchema, code: z.string(), name: z.string(), within: z.string() })),
});
export type ReadinessCheck = z.infer<typeof ReadinessCheck>;

/** How far the covered part of the reader's areas is prepared for the election. */
export const Readiness = z.object({
  election: z.object({ id: ElectionId, name: z.string() }),
  asOf: Timestamp,
  checks: z.array(ReadinessCheck),
});
export type Readiness = z.infer<typeof Readiness>;
