import { type RawBuilder, sql } from 'kysely';
import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { likeEscaped } from '../../platform/database/sql-parts.ts';
import { type PhoneReader, phoneSeen } from '../../platform/identity/phones.ts';
import type { Db } from '../../platform/database/database.ts';
import { takenUp } from '../../platform/identity/person.ts';

/**
 * The patterns that a user's search text (name, phone, e-mail in lower case) must all match. A phone number is found in any notation: any prefix of
 * the national number is removed.
 */
export function searchTerms(q: string | undefined): string[] {
  const text = (q ?? '').trim().toLowerCase();
  if (text === '') return [];
  if (/^[+\d][\d\s().-]*$/.test(text)) {
    const digits = text.replaceAll(/\D/g, '');
    const written = /^(\+|00)/.test(text) || digits.length > 10 ? /^(00)?(234|0)/ : /^0(?=\d)/;
    return [`%${digits.replace(written, '')}%`];
  }
  return text.split(/\s+/).map((word) => `%${likeEscaped(word)}%`);
}

/**
 * The search conditions on users under their alias. If the reader cannot see a user's phone number, only the name is searched: otherwise a number
 * could be discovered digit by digit.
 */
export function matchingPeople(reader: PhoneReader, terms: readonly string[], alias = 'u'): RawBuilder<boolean>[] {
  const seen = phoneSeen(reader, alias);
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  // The search text contains the name, and has the index.
  return terms.map(
    (term) => sql`(${column('search')} like ${term} and (${seen} or lower(${column('name')}) like ${term}))`,
  );
}

/** A person, whether they are active and have taken up the account, and whether they are a transcriber. */
export async function findCandidate(
  db: Db,
  id: UserId,
): Promise<{ name: string; role: Role; area: LocationId | null; active: boolean; transcriber: boolean } | undefined> {
  const { rows } = await sql<{
    name: string;
    role: Role;
    area: LocationId | null;
    active: boolean;
    transcriber: boolean;
  }>`select u.name, u.role, u.area_id as area, u.transcriber,
      coalesce(u.status_before, u.status) = 'ACTIVE' and ${takenUp('u')} as active
    from users u where u.id = ${id}`.execute(db);
  return rows[0];
}
