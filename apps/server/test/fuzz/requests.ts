import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import type { Operation, Parameter, Schema } from './document.ts';
import {
  BROKEN_BODIES,
  CONTENT_TYPES,
  HOSTILE_FILES,
  HOSTILE_HEADERS,
  HOSTILE_TEXTS,
  HOSTILE_VALUES,
  OVERFLOW,
} from './hostile.ts';

/** Things that are in the store, by what the names of fields and paths call them; so that calls get past the first check. */
export type Known = readonly { name: RegExp; values: readonly (string | number)[] }[];

const pick = fc.constantFrom;
const text = fc.oneof(
  { weight: 3, arbitrary: pick(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);
const anything: fc.Arbitrary<unknown> = fc.oneof(text, pick(...HOSTILE_VALUES), fc.jsonValue({ maxDepth: 2 }));

const cut = (value: string, most = 400) => value.slice(0, most);

function stringOf(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  const there = known.filter((row) => row.name.test(name)).flatMap(({ values }) => values);
  const some = there.length > 0 ? [{ weight: 8, arbitrary: pick<string | number>(...there).map(String) }] : [];
  return fc.oneof(
    ...some,
    {
      weight: 2,
      arbitrary: pick('Adaeze Okafor', 'A reason long enough to stand', '2027-02-20', '2027-02-20T08:00:00Z'),
    },
    { weight: 1, arbitrary: text.map((value) => cut(value, schema.maxLength)) },
  );
}

function numberOf(schema: Schema, whole: boolean): fc.Arbitrary<unknown> {
  const min = Math.max(schema.minimum ?? -5, -(2 ** 52));
  const max = Math.min(schema.maximum ?? 100_000, 2 ** 52);
  return whole ? fc.integer({ min, max }) : fc.oneof(fc.integer({ min, max }), fc.double({ min, max, noNaN: true }));
}

function objectOf(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valueOf(field, name, known)])),
    { requiredKeys: required.filter((name) => name in properties) },
  );
  const others =
    typeof additionalProperties === 'object'
      ? fc.dictionary(
          fc.oneof(
            pick('APC', 'PDP', 'LP', 'NNPP', 'Others', '__proto__', 'toString'),
            text.map((key) => cut(key, 30)),
          ),
          valueOf(additionalProperties, '', known),
          { maxKeys: 6 },
        )
      : fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: pick(...HOSTILE_VALUES) });
  return fc
    .tuple(fields, others)
    .map(([own, more]) =>
      more instanceof Object ? Object.fromEntries([...Object.entries(more), ...Object.entries(own)]) : own,
    );
}

function asked(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return pick(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return fc.oneof(...choices.map((choice) => asked(choice, name, known)));
  switch (schema.type) {
    case 'string':
      return stringOf(schema, name, known);
    case 'integer':
    case 'number':
      return numberOf(schema, schema.type === 'integer');
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, name, known), { maxLength: Math.min(schema.maxItems ?? 4, 4) });
    case 'object':
      return objectOf(schema, known);
    default:
      return anything;
  }
}

/** Mostly what the schema asks for, and now and then anything else, at every depth. */
function valueOf(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: asked(schema, name, known) }, { weight: 1, arbitrary: anything });
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Percent-encodes as a browser does; what is no text cannot be sent in an address and goes as its replacement. */
const encoded = (value: unknown) => encodeURIComponent(toText(value).toWellFormed());
const RAW = ['%', '%00', '%ff', '%e0%80%af', '%zz', '..%2f..%2f', '%2e%2e', '%u0000', '%ed%a0%80'];

function pathOf(operation: Operation, known: Known): fc.Arbitrary<string> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  // An {id} is of what stands before it: /api/elections/{id}.
  const noun = (name: string) => (name === 'id' ? (operation.path.split('/').slice(2, 4).join('/') ?? '') : name);
  const values = names.map((name) =>
    fc.oneof(
      { weight: 7, arbitrary: stringOf({}, noun(name), known).map(encoded) },
      { weight: 2, arbitrary: anything.map(encoded) },
      { weight: 1, arbitrary: pick(...RAW) },
    ),
  );
  return fc
    .tuple(...values)
    .map((found) => names.reduce((path, name, index) => path.replace(`{${name}}`, found[index] ?? ''), operation.path));
}

function queryOf(parameters: Parameter[], known: Known): fc.Arbitrary<string> {
  if (parameters.length === 0)
    return fc.oneof({ weight: 9, arbitrary: fc.constant('') }, pick('?__proto__=1', '?a[b]=1'));
  const one = ({ name, schema }: Parameter) =>
    fc
      .oneof(
        { weight: 8, arbitrary: valueOf(schema, name, known).map(encoded) },
        { weight: 2, arbitrary: anything.map(encoded) },
        { weight: 1, arbitrary: pick(...RAW) },
      )
      .chain((value) =>
        pick(
          `${name}=${value}`,
          `${name}=${value}`,
          `${name}=${value}`,
          `${name}=1&${name}=${value}`,
          `${name}[]=${value}`,
        ),
      );
  return fc
    .tuple(...parameters.map((parameter) => fc.option(one(parameter), { freq: parameter.required ? 9 : 1 })))
    .map((parts) => parts.filter((part) => part !== null))
    .map((parts) => (parts.length > 0 ? `?${parts.join('&')}` : ''));
}

const jsonText = (value: unknown) => (JSON.stringify(value) ?? '').replaceAll(`"${OVERFLOW}"`, '1e309');

interface Body {
  payload?: string | Buffer;
  type?: string;
}

function multipart(name: string, filename: string, type: string, content: Buffer, isWhole: boolean): Body {
  const head = `--x\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from(isWhole ? '\r\n--x--\r\n' : '\r\n--x')]);
  return { payload, type: 'multipart/form-data; boundary=x' };
}

const file: fc.Arbitrary<Body> = fc
  .tuple(
    pick('file', 'picture', '__proto__', ''),
    pick('a.png', '../../etc/passwd', 'a\0.jpg', '\u202egpj.exe', 'x'.repeat(500), ''),
    pick('image/png', 'image/jpeg', 'text/csv', 'text/html', 'a'),
    pick(...HOSTILE_FILES),
    fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  )
  .map((parts) => multipart(...parts));

const rawFile: fc.Arbitrary<Body> = fc.record({
  payload: pick(...HOSTILE_FILES),
  type: pick('text/csv', 'application/gzip', 'application/octet-stream', 'image/png'),
});

const broken: fc.Arbitrary<Body> = fc.record({ payload: pick(...BROKEN_BODIES), type: pick(...CONTENT_TYPES) });

function bodyOf({ method, body }: Operation, known: Known): fc.Arbitrary<Body> {
  const odd = fc.oneof(broken, file, rawFile);
  if (method === 'GET') return fc.constant({});
  if (!body) {
    return fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 5, arbitrary: fc.oneof(file, rawFile) }, odd);
  }
  const right = asked(body, '', known).map((value) => ({ payload: jsonText(value), type: 'application/json' }));
  const wrong = anything.map((value) => ({ payload: jsonText(value), type: 'application/json' }));
  return fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: wrong }, { weight: 2, arbitrary: odd });
}

export interface Attempt {
  /** Index of the sender; null without a session. */
  by: number | null;
  request: InjectOptions;
}

/** Requests to one call of the API by one of so many people. */
export function attemptsAt(operation: Operation, people: number, known: Known): fc.Arbitrary<Attempt> {
  return fc
    .record({
      by: fc.option(fc.nat({ max: people - 1 }), { freq: 12 }),
      path: pathOf(operation, known),
      query: queryOf(
        operation.parameters.filter((parameter) => parameter.in === 'query'),
        known,
      ),
      body: bodyOf(operation, known),
      headers: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: pick(...HOSTILE_HEADERS) }),
      key: fc.uuid(),
    })
    .map(({ by, path, query, body, headers, key }) => ({
      by,
      request: {
        method: operation.method,
        url: path + query,
        headers: { 'idempotency-key': key, ...(body.type !== undefined && { 'content-type': body.type }), ...headers },
        ...(body.payload !== undefined && { payload: body.payload }),
      },
    }));
}
