import { type RawBuilder, sql } from 'kysely';

/** Checked by their form, because `pg_input_is_valid` exists only from PostgreSQL 16 on. */
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
const COUNT = '^[0-9]{1,9}$';

/**
 * A text as a uuid; null if it is none. Ids and figures of the audit log are read only through these functions: otherwise
 * one entry with another text would make the statement fail for all.
 */
export const uuidOf = (text: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`case when (${text}) ~* ${sql.lit(UUID)} then (${text})::uuid end`;

/** A text of up to nine digits as an integer; null where it is none. */
export const countOf = (text: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql`case when (${text}) ~ ${sql.lit(COUNT)} then (${text})::integer end`;

/** Typed text escaped for a pattern of `like`, where % and _ are wildcards. */
export function likeEscaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** A parameter of several texts. None of them contains a comma, a quote or a brace: roles, ids, networks. */
export const textArray = (values: readonly string[]) => sql`${`{${values.join(',')}}`}::text[]`;

export const uuidArray = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`;

/** The condition that all conditions hold. */
export const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join([...conditions], sql` and `);

/** Id, name and role of the user joined under the alias, as JSON; null where none is joined. */
export const personLink = (alias: string, role: RawBuilder<unknown> = sql.ref(`${alias}.role`)) =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then json_build_object('id', ${sql.ref(`${alias}.id`)},
    'name', ${sql.ref(`${alias}.name`)}, 'role', ${role}) end`;
