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

const BEGIN = '{"success":true,"data":{';
const END = '}}';

type Serialize = (answer: unknown) => string;
interface Apart {
  others: Serialize;
  alone: Serialize;
  texts: WeakMap<object, string>;
}

function takeApart(
  route: Parameters<FastifySerializerCompiler<z.ZodMiniType>>[0],
  name: string,
  all: z.ZodMiniObject,
  field: z.ZodMiniType,
): Apart {
  const of = (data: z.ZodMiniType) =>
    serializerCompiler({ ...route, schema: z.object({ success: z.literal(true), data }) });
  return { others: of(z.omit(all, { [name]: true })), alone: of(z.object({ [name]: field })), texts: new WeakMap() };
}

/**
 * Serialises an answer by its schema. Shared content is serialised once: all of `data`, or one field of it while the others
 * differ from reader to reader.
 */
export const answerSerializer: FastifySerializerCompiler<z.ZodMiniType> = (route) => {
  const serialize = serializerCompiler(route);
  const texts = new WeakMap<object, string>();
  const fields = fieldsOf(route.schema);
  const apart = new Map<string, Apart>();

  /** The answer with one field's text made apart from that of the others. */
  function serializeApart(
    data: object,
    name: string,
    value: object,
    all: z.ZodMiniObject,
    field: z.ZodMiniType,
  ): string {
    const made = apart.get(name) ?? takeApart(route, name, all, field);
    apart.set(name, made);
    const text = made.texts.get(value) ?? made.alone({ success: true, data: { [name]: value } }).slice(BEGIN.length);
    made.texts.set(value, text);
    const rest = made.others({ success: true, data }).slice(0, -END.length);
    return `${rest}${rest === BEGIN ? '' : ','}${text}`;
  }

  return (answer: { data?: unknown } | null) => {
    const data = answer?.data;
    if (typeof data !== 'object' || data === null) return serialize(answer);
    if (isShared(data)) {
      const text = texts.get(data) ?? serialize(answer);
      texts.set(data, text);
      return text;
    }
    for (const [name, value] of fields ? Object.entries(data) : []) {
      const field = fields?.def.shape[name];
      if (fields && field && isShared(value)) return serializeApart(data, name, value, fields, field as z.ZodMiniType);
    }
    return serialize(answer);
  };
};
