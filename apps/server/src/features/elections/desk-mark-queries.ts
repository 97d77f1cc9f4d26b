import { sql } from 'kysely';

/** A condition: the newest version of the result that the alias names was entered at the desk. */
export const isDesk = (result: string) => sql<boolean>`exists (select from desk_versions k
  where k.result_id = ${sql.ref(`${result}.id`)} and k.version = ${sql.ref(`${result}.version`)})`;
