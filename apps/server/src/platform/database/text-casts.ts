import { type RawBuilder, sql } from 'kysely';

/** Asked by their form: `pg_input_is_valid` knows better, and is there from version 16 on. */
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
const COUNT = '^[0-9]{1,9}$';

/**
 * A text as a uuid; null where it is none. What the audit log says of ids and figures is read by these alone: one entry that
 * says something else would make the statement fail for all others.
 */
export const uuidOf = (text: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`case when (${text}) ~* ${sql.lit(UUID)} then (${text})::uuid end`;

/** A text of up to nine digits as an integer; null where it is none. */
export const countOf = (text: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql`case when (${text}) ~ ${sql.lit(COUNT)} then (${text})::integer end`;
