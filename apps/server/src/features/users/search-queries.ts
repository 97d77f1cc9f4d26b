import { type RawBuilder, sql } from 'kysely';
import { likeEscaped } from '../../platform/database/sql-parts.ts';
import { type PhoneReader, phoneSeen } from '../../platform/identity/phone-visibility.ts';

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
