import parsePhoneNumber from 'libphonenumber-js/max';

/** Invisible characters that contact lists add around a copied number. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Checked before the library, which drops letters silently and reads "O803…" as "803…". */
const FORM = /^\+?[\d\s().-]+$/;

/** Parses a Nigerian mobile number in any usual notation into E.164; undefined if it is not one. */
export function parsePhone(text: string): string | undefined {
  const written = text.replaceAll(INVISIBLE, '').trim();
  if (!FORM.test(written)) return undefined;
  const number = parsePhoneNumber(written.replace(/^00\s*/, '+'), 'NG');
  if (!number?.isValid() || number.country !== 'NG' || number.getType() !== 'MOBILE') return undefined;
  return number.number;
}

/** A stored number as it is dialled, 0803 123 4567: with spaces a spreadsheet keeps it as text. Empty for none. */
export function dialled(phone: string | undefined): string {
  return phone === undefined ? '' : phone.replace(/^\+234(\d{3})(\d{3})(\d{4})$/, '0$1 $2 $3');
}
