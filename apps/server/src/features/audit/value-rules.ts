/** An entry's values as they are shown. */
export type AuditValues = Record<string, unknown>;

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
/** As Node has it: the reviver is also given the text of a number. */
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

const isRecord = (value: unknown): value is AuditValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The values of PostgreSQL's text, or the text itself as `storedText` where they are no record, nested too deeply, or hold a
 * number that JavaScript would show as another one. The server writes none of these, but an entry is shown whatever it holds.
 */
export function readValues(text: string | null): AuditValues | null {
  if (text === null) return null;
  let isExact = true;
  const read: Reviver = (_key, value, { source }) => {
    if (typeof value === 'number' && source !== String(value)) isExact = false;
    return value;
  };
  try {
    const values = parse(text, read);
    if (isExact && isRecord(values)) return values;
  } catch (error) {
    // Too deep a nesting ends as one of these.
    if (!(error instanceof RangeError)) throw error;
  }
  return { storedText: text };
}
