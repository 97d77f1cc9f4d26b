import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { AppError } from '../errors.ts';
import { readAs } from './validation.ts';

const Person = z.strictObject({ name: z.string(), age: z.optional(z.number()) });

function refused(schema: z.ZodMiniType, value: unknown): AppError {
  try {
    readAs(schema, value);
  } catch (error) {
    return error as AppError;
  }
  throw new Error('nothing was refused');
}
const pathsOf = (schema: z.ZodMiniType, value: unknown) => refused(schema, value).fields.map(({ path }) => path);

describe('names each unknown field by its path', () => {
  it.each<[string, z.ZodMiniType, unknown, string[]]>([
    ['at the top', Person, { name: 'Ada', x: 1, y: 2 }, ['x', 'y']],
    ['beside what is wrong', Person, { name: 7, x: 1 }, ['name', 'x']],
    ['in an object', z.strictObject({ user: Person }), { user: { name: 'Ada', x: 1 } }, ['user.x']],
    ['in a list', z.array(Person), [{ name: 'Ada' }, { name: 'Obi', x: 1 }], ['1.x']],
    ['in the value of a record', z.record(z.string(), Person), { a: { name: 'Ada', x: 1 } }, ['a.x']],
    [
      'in the branch of a union that fits best',
      z.union([z.strictObject({ privileges: Person }), Person]),
      { privileges: { name: 'Ada', x: 1 } },
      ['privileges.x'],
    ],
    ['in the other branch', z.union([z.strictObject({ privileges: Person }), Person]), { name: 'Ada', x: 1 }, ['x']],
  ])('%s', (_, schema, value, paths) => {
    expect(pathsOf(schema, value)).toEqual(paths);
  });
});

it('says of a union without unknown fields what its schema says', () => {
  expect(refused(z.union([z.string(), z.number()], 'A text or a number'), true).fields).toEqual([
    { path: '', message: 'A text or a number' },
  ]);
});

it('names no more fields, and no longer ones, than a person would read', () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_none, index) => [`${'x'.repeat(900)}${index}`, 1]));
  const { fields } = refused(Person, { name: 'Ada', ...many });
  expect(fields.length).toBeLessThanOrEqual(50);
  expect(fields.every(({ path }) => path.length <= 200)).toBe(true);
});
