export type Mark = 'changed' | 'added' | 'removed' | 'same';

export interface DifferenceRow {
  /** Where the value stands: `votes.APC`, `flags[0].code`. */
  path: string;
  /** Null where there is none on this side. */
  before: string | null;
  after: string | null;
  mark: Mark;
}

export type Values = Record<string, unknown> | null;

interface Leaf {
  text: string;
  /** What is compared: a text "none" is not nothing. */
  json: string;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

function textOf(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value || '(empty)';
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.map(textOf).join(', ');
  return isNested(value) ? '(none)' : JSON.stringify(value);
}

/** The single values below a value, by their paths. Lists of plain values stand as one. */
function* leavesOf(value: unknown, path: string): Generator<[string, Leaf]> {
  const list = Array.isArray(value);
  const parts = isNested(value) ? Object.entries(value) : [];
  if (parts.length === 0 || (list && !value.some(isNested))) {
    yield [path, { text: textOf(value), json: JSON.stringify(value) }];
    return;
  }
  for (const [key, part] of parts) {
    yield* leavesOf(part, list ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`);
  }
}

const flatten = (values: Values): Map<string, Leaf> =>
  new Map(values && Object.keys(values).length > 0 ? leavesOf(values, '') : []);

function markOf(before: Leaf | undefined, after: Leaf | undefined): Mark {
  if (!before) return 'added';
  if (!after) return 'removed';
  return before.json === after.json ? 'same' : 'changed';
}

const byPath = new Intl.Collator('en', { numeric: true });

/** What was before and what is after, value by value, in the order of their names: the database keeps no other. */
export function differenceOf(previous: Values, next: Values): DifferenceRow[] {
  const [before, after] = [flatten(previous), flatten(next)];
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort(byPath.compare);
  return paths.map((path) => {
    const [old, now] = [before.get(path), after.get(path)];
    return { path, before: old?.text ?? null, after: now?.text ?? null, mark: markOf(old, now) };
  });
}
