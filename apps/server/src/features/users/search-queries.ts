import { likeEscaped } from '../../platform/like.ts';

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
