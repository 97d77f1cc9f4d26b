import type { FastifySerializerCompiler } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type * as z from 'zod/mini';

/**
 * Puts an answer into text as its schema says. An answer whose data are frozen is told to many and cannot change any
 * more, so its text is made once.
 */
export const answerSerializer: FastifySerializerCompiler<z.ZodMiniType> = (route) => {
  const serialize = serializerCompiler(route);
  const texts = new WeakMap<object, string>();
  return (answer: { data?: unknown } | null) => {
    const data = answer?.data;
    if (typeof data !== 'object' || data === null || !Object.isFrozen(data)) return serialize(answer);
    const text = texts.get(data) ?? serialize(answer);
    texts.set(data, text);
    return text;
  };
};
