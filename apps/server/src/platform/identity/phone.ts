import parsePhoneNumber from 'libphonenumber-js/max';

/** Marks that contact lists put around a copied number; nobody sees them. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Anything else is refused before the library sees it: it would drop letters silently and read "O803…" as "803…". */
const FORM = /^\+?[\d\s().-]+$/;

/** Reads a Nigerian mobile number in any usual spelling and gives it in E.164; undefined where it is not one. */
export function parsePhone(text: string): string | undefined {
  const written = text.replaceAll(INVISIBLE, '').trim();
  if (!FORM.test(written)) return undefined;
  const number = parsePhoneNumber(written.replace(/^00\s*/, '+'), 'NG');
  if (!number?.isValid() || number.country !== 'NG' || number.getType() !== 'MOBILE') return undefined;
  return number.number;
}
