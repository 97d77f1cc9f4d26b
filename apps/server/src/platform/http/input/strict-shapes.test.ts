import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { looseObjects } from './strict-shapes.ts';

const strict = z.strictObject({ a: z.string() });
const loose = z.object({ a: z.string() });

it.each<[string, z.ZodMiniType, string[]]>([
  ['a strict object', strict, []],
  ['an object that drops fields', loose, ['(root)']],
  ['an object that keeps any field', z.looseObject({ a: z.string() }), ['(root)']],
  ['one under a field', z.strictObject({ user: loose }), ['(root).user']],
  ['one that may be left out, or be null', z.strictObject({ user: z.optional(z.nullable(loose)) }), ['innerType']],
  ['one with a default', z._default(loose, { a: '' }), ['innerType']],
  ['one in a list', z.array(loose), ['element']],
  ['one of a union', z.union([strict, loose]), ['options.1']],
  ['one of a discriminated union', z.discriminatedUnion('t', [z.object({ t: z.literal(1) })]), ['options.0']],
  ['a value of a record', z.record(z.string(), loose), ['valueType']],
  ['one before a transformation', z.pipe(loose, z.transform(String)), ['in']],
  ['one behind a getter', z.strictObject({ later: z.lazy(() => loose) }), ['inner']],
  ['an extended strict object', z.extend(strict, { b: z.number() }), []],
  ['a partial strict object', z.partial(strict), []],
  ['a record, whose keys are data', z.record(z.string(), z.unknown()), []],
])('finds what takes unknown fields in %s', (_, schema, expected) => {
  const found = looseObjects(schema);
  expect(found).toHaveLength(expected.length);
  for (const [index, part] of expected.entries()) expect(found[index]).toContain(part);
});
