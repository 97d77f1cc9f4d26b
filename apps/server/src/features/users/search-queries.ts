import { type RawBuilder, sql } from 'kysely';
import { likeEscaped } from '../../platform/database/like.ts';
import { type PhoneReader, phoneSeen } from '../../platform/identity/phone-visibility.ts';

/**
 * The patterns that a person's search text (name, phone, e-mail in lower case) must all match. A phone number is found in
 * any spelling: what is written before the national number is left away.
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
 * The conditions that people are found by, on users under their alias. Where the reader is not shown a person's phone, that
 * person is found by name alone: otherwise a number could be read out of what matches, digit by digit.
 */
export function matchingPeople(reader: PhoneReader, terms: readonly string[], alias = 'u'): RawBuilder<boolean>[] {
  const seen = phoneSeen(reader, alias);
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  // The search text contains the name, and has the index.
  return terms.map(
    (term) => sql`(${column('search')} like ${term} and (${seen} or lower(${column('name')}) like ${term}))`,
  );
}
