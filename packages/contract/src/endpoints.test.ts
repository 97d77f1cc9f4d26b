import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Endpoint } from './base/endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';

const calls: [call: string, endpoint: Endpoint][] = Object.entries(ENDPOINTS);

const fieldsOf = (schema: z.ZodMiniType | undefined): string[] => {
  const shape = schema?.def as { shape?: Record<string, unknown> } | undefined;
  return Object.keys(shape?.shape ?? {});
};

describe('the endpoints', () => {
  it.each(calls)('%s names the variables of its path', (call, { params }) => {
    const variables = [...call.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(fieldsOf(params)).toEqual(variables);
  });

  it('send no body to read', () => {
    const reads = calls.filter(([call]) => call.startsWith('GET '));
    expect(reads.filter(([, { body, form }]) => body ?? form)).toEqual([]);
  });
});
