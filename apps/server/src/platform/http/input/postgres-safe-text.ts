import { Stream } from 'node:stream';

/** The null character and halves of characters: PostgreSQL keeps neither. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

type Place = readonly [path: string, value: unknown];

/** A body that is still to be read is a stream, and nothing to look into. */
const isData = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Stream);

const inside = ([path, value]: Place): Place[] =>
  isData(value)
    ? Object.entries(value).flatMap(([key, item]) => {
        const at = path === '' ? key : `${path}.${key}`;
        return [
          [at, key],
          [at, item],
        ] satisfies Place[];
      })
    : [];

/** Path of the first text (or name of a field) that the database cannot keep; undefined where it can keep them all. */
export function unsafeTextPath(value: unknown): string | undefined {
  // A stack of its own: what is sent may be nested deeper than calls may.
  const open: Place[] = [['', value]];
  for (let place = open.pop(); place; place = open.pop()) {
    const [path, found] = place;
    if (typeof found === 'string' && !isStorable(found)) return path.replaceAll('\0', '').toWellFormed();
    for (const next of inside(place)) open.push(next);
  }
  return undefined;
}
