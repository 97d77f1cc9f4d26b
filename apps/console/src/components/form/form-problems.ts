import { ApiError, errorMessage } from '../../lib/http/api-error.ts';

/** Messages by field; '' is the whole form. */
export type Problems = Readonly<Record<string, string | undefined>>;

export interface Issue {
  path: string;
  message: string;
}

/** What is wrong with a form: at its fields, and what belongs to none of them. */
export interface Found {
  fields: Problems;
  others: readonly string[];
}

export const NOTHING_FOUND: Found = { fields: {}, others: [] };

export const isClean = ({ fields, others }: Found): boolean =>
  others.length === 0 && Object.values(fields).every((message) => message === undefined);

/** How the names of the API lead to the fields of a form. */
export interface FieldNames {
  /** In the order in which they stand. */
  fields: readonly string[];
  /** The field that a path is about (`parameters.ip_ranges.2`); its first part unless said otherwise. */
  at?: ((path: string) => string) | undefined;
  /** Refusals without paths that are about one field. */
  codes?: Readonly<Partial<Record<string, string>>> | undefined;
}

const firstPart = (path: string) => path.split('.')[0] ?? '';

/** Each field gets its first message; further ones and those of no field stand apart. */
export function atFields(issues: readonly Issue[], names: FieldNames): Found {
  const { fields, at = firstPart } = names;
  const found: Record<string, string> = {};
  const others = new Set<string>();
  for (const { path, message } of issues) {
    const field = at(path);
    if (!fields.includes(field)) others.add(message);
    else if (found[field] === undefined) found[field] = message;
    else if (found[field] !== message) others.add(message);
  }
  return { fields: found, others: [...others] };
}

/** What a form found by itself; the key '' and names of no field stand apart. */
export function ownProblems(problems: Problems, { fields }: FieldNames): Found {
  const others = Object.entries(problems).flatMap(([field, message]) =>
    message !== undefined && !fields.includes(field) ? [message] : [],
  );
  return { fields: problems, others };
}

/** What the server refused, at the fields that it is about; `failed` where the error has no text of its own. */
export function refusalsOf(error: unknown, names: FieldNames, failed: string, issues?: readonly Issue[]): Found {
  if (!(error instanceof ApiError)) return { fields: {}, others: [failed] };
  const found = atFields(issues ?? error.fields, names);
  const field = names.codes?.[error.code];
  const fields = field === undefined ? found.fields : { [field]: error.message, ...found.fields };
  const hasFieldErrors = Object.keys(fields).length > 0;
  return { fields, others: hasFieldErrors ? found.others : [errorMessage(error), ...found.others] };
}

/** Errors of a conflict with another user's change. */
const OVERTAKEN = new Set<string>(['CONFLICT', 'SETTINGS_CHANGED', 'ANNOUNCEMENT_CHANGED']);

/** The text that names the other user; undefined for other errors. */
export function overtakenText(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !OVERTAKEN.has(error.code)) return undefined;
  const { name } = error.details;
  const who = typeof name === 'string' ? name : 'Another user';
  return `${who} changed this meanwhile, and nothing was saved. Look at what stands there now, then save again.`;
}
