import type { FastifySerializerCompiler } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

/** A frozen answer goes to many readers and cannot change any more. */
const isShared = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.isFrozen(value);

/** The fields of an answer's `data`, where its schema is that of an object. */
function fieldsOf(schema: z.ZodMiniType): z.ZodMiniObject | undefined {
  const data = schema instanceof z.ZodMiniObject ? schema.def.shape['data'] : undefined;
  return data instanceof z.ZodMiniObject ? data : undefined;
}

type Serialize = (value: unknown) => string;

const BEGIN = '{"success":true,"data":';
const END = '}';

/** Rows of a list that many answers share. */
const isSharedList = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > 0 && value.every(isShared);

/** What one field of an answer is serialised with: the whole field, and each element where it is a list. */
interface Field {
  whole: Serialize;
  element: Serialize | undefined;
  texts: WeakMap<object, string>;
}

/**
 * Serialises an answer by its schema. Shared content is serialised once: all of `data`, a field of it while the others differ from reader to
 * reader, or a row of a list while others of its rows are new.
 */
export const answerSerializer: FastifySerializerCompiler<z.ZodMiniType> = (route) => {
  const compile = (data: z.ZodMiniType): Serialize => {
    const serialize = serializerCompiler({ ...route, schema: z.object({ success: z.literal(true), data }) });
    return (value) => serialize({ success: true, data: value }).slice(BEGIN.length, -END.length);
  };
  const serialize = serializerCompiler(route);
  const schema = fieldsOf(route.schema);
  const texts = new WeakMap<object, string>();
  const fields = new Map<string, Field>();
  const rests = new Map<string, Serialize>();

  function fieldOf(name: string, type: z.ZodMiniType): Field {
    const known = fields.get(name);
    if (known) return known;
    const element = type instanceof z.ZodMiniArray ? (type.def.element as z.ZodMiniType) : undefined;
    const made = { whole: compile(type), element: element && compile(element), texts: new WeakMap<object, string>() };
    fields.set(name, made);
    return made;
  }

  /** All but the named fields, as the beginning of the object's text. */
  function restOf(all: z.ZodMiniObject, names: readonly string[], data: object): string {
    const key = names.join(' ');
    const mask = Object.fromEntries(names.map((name) => [name, true as const]));
    const rest = rests.get(key) ?? compile(z.omit(all, mask));
    rests.set(key, rest);
    return rest(data).slice(0, -1);
  }

  function once(kept: WeakMap<object, string>, value: object, work: Serialize): string {
    const text = kept.get(value) ?? work(value);
    kept.set(value, text);
    return text;
  }

  function textOfField({ whole, element, texts: kept }: Field, value: object): string {
    const rows = (list: readonly object[], row: Serialize) =>
      `[${list.map((each) => once(kept, each, row)).join(',')}]`;
    const make: Serialize = () => (element && isSharedList(value) ? rows(value, element) : whole(value));
    return isShared(value) ? once(kept, value, make) : make(value);
  }

  function textOf(answer: unknown, data: object): string {
    const apart = Object.entries(data).filter(
      ([name, value]) =>
        schema?.def.shape[name] &&
        (isShared(value) || (schema.def.shape[name] instanceof z.ZodMiniArray && isSharedList(value))),
    );
    if (!schema || apart.length === 0) return serialize(answer);
    const names = apart.map(([name]) => name);
    const rest = restOf(schema, names, data);
    const parts = apart.map(
      ([name, value]) =>
        `${JSON.stringify(name)}:${textOfField(fieldOf(name, schema.def.shape[name] as z.ZodMiniType), value as object)}`,
    );
    return `${BEGIN}${rest}${rest === '{' ? '' : ','}${parts.join(',')}}${END}`;
  }

  return (answer: { data?: unknown } | null) => {
    const data = answer?.data;
    if (typeof data !== 'object' || data === null) return serialize(answer);
    return isShared(data) ? once(texts, data, () => textOf(answer, data)) : textOf(answer, data);
  };
};
