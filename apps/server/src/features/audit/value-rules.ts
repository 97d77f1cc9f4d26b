/** An entry's values as displayed. */
export type AuditValues = Record<string, unknown>;

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
/** Node's signature: the reviver also receives a number's source text. */
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

const isRecord = (value: unknown): value is AuditValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The values of PostgreSQL's text. Returns the text itself as `storedText` if it is no record, nested too deeply, or contains a number that
 * JavaScript cannot represent exactly. The server writes none of these, but every entry must be displayable.
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
    // Too deep nesting throws this error.
    if (!(error instanceof RangeError)) throw error;
  }
  return { storedText: text };
}
