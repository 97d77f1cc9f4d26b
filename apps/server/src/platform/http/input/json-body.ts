import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/** The deepest call nests four levels; the largest but one lists some 4,000 areas. */
const DEEPEST = 16;
const MOST_VALUES = 10_000;
/** Of routes whose bodies are large: a form of collation has up to 500 rows with 60 parties in each. */
const MOST_OF_LARGE = 40_000;
export const LARGE_BODY = 512 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);

/** Index of the quote that ends the text that begins after `start`; the end of all where none does. */
function endOfText(json: Buffer, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * True for JSON that is nested deeper, or holds more values, than any call takes. One pass over the bytes, before they
 * are parsed: parsing such a body would block the server.
 */
export function isTooComplex(json: Buffer, most = MOST_VALUES): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) at = endOfText(json, at + 1);
    else if (byte === COMMA) values += 1;
    else if (CLOSE.has(byte)) depth -= 1;
    else if (OPEN.has(byte)) depth += 1;
    if (depth > DEEPEST || values > most) return true;
  }
  return false;
}

/** Parses JSON bodies after a check of their complexity. */
export function parseJsonBodies(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser('application/json');
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const most = request.routeOptions.bodyLimit === LARGE_BODY ? MOST_OF_LARGE : MOST_VALUES;
    if (isTooComplex(body, most)) return done(new AppError('BODY_TOO_COMPLEX'));
    return parse(request, body.toString('utf8'), done);
  });
}
