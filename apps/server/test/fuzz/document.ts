import type { FastifyInstance } from 'fastify';

/** What the fuzzing reads of a JSON schema. */
export interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  parameters: Parameter[];
  /** Absent where the call takes none, or a file. */
  body: Schema | undefined;
}

interface Described {
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
}

/** Every call of the document that the application itself gives. */
export function operationsOf(app: FastifyInstance): Operation[] {
  const { paths = {} } = app.swagger() as { paths?: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase() as Operation['method'],
      path,
      parameters: described.parameters ?? [],
      body: described.requestBody?.content['application/json']?.schema,
    })),
  );
}
