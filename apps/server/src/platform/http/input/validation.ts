import type { FieldError } from '@ec/contract/base/error-body';
import type { FastifySchemaCompiler } from 'fastify';
import type * as z from 'zod/mini';
import { AppError } from '../errors.ts';

type Issue = z.core.$ZodIssue;

/** How many wrong fields an answer names at most, and how much of a name: the body decides how many there are. */
const MOST_FIELDS = 50;
const LONGEST_PATH = 200;

const unknownKeysOf = (issues: readonly Issue[]): number =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0), 0);

const depthOf = (issues: readonly Issue[]): number => Math.max(0, ...issues.map(({ path }) => path.length));

/** The branch of a union that was most likely meant: the fewest problems, then the deepest. */
const nearest = (branches: readonly Issue[][]): Issue[] =>
  [...branches].sort(
    (a, b) => a.length - b.length || unknownKeysOf(a) - unknownKeysOf(b) || depthOf(b) - depthOf(a),
  )[0] ?? [];

function fieldsOf(issue: Issue, above: readonly PropertyKey[]): FieldError[] {
  const at = [...above, ...issue.path];
  const path = (...more: string[]) => [...at, ...more].map(String).join('.').slice(0, LONGEST_PATH).toWellFormed();
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, MOST_FIELDS)
      .map((key) => ({ path: path(key), message: 'This call takes no such field. Leave it out.' }));
  }
  const meant = issue.code === 'invalid_union' ? nearest(issue.errors) : [];
  if (unknownKeysOf(meant) > 0) return meant.flatMap((inner) => fieldsOf(inner, at));
  return [{ path: path(), message: issue.message || 'Not valid' }];
}

/** VALIDATION_FAILED with every wrong field, unknown ones each by their own path. */
export function refusalOf(issues: readonly Issue[]): AppError {
  return new AppError('VALIDATION_FAILED').at(...issues.flatMap((issue) => fieldsOf(issue, [])).slice(0, MOST_FIELDS));
}

/** Reads by a schema. Throws VALIDATION_FAILED with every wrong field. */
export function readAs<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw refusalOf(parsed.error.issues);
  return parsed.data;
}

/** Validates requests by the schemas of their routes. */
export const validateRequests: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (data: unknown) => {
    const parsed = schema.safeParse(data);
    return parsed.success ? { value: parsed.data } : { error: refusalOf(parsed.error.issues) };
  };
