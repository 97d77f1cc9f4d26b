import { Stream } from 'node:stream';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from '../errors.ts';
import { readAs } from './validation.ts';

/** The null character and lone surrogates, which PostgreSQL cannot store. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

type Place = readonly [path: string, value: unknown];

/** A body that is not read yet is a stream and is not checked. */
const isData = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Stream);

const inside = ([path, value]: Place): Place[] =>
  isData(value)
    ? Object.entries(value).flatMap(([key, item]) => {
        const at = path === '' ? key : `${path}.${key}`;
        return [
          [at, key],
          [at, item],
        ] satisfies Place[];
      })
    : [];

/** Path of the first text (or name of a field) that the database cannot store; undefined if it can store all. */
export function unsafeTextPath(value: unknown): string | undefined {
  // A stack of its own: what is sent may be nested deeper than calls may.
  const open: Place[] = [['', value]];
  for (let place = open.pop(); place; place = open.pop()) {
    const [path, found] = place;
    if (typeof found === 'string' && !isStorable(found)) return path.replaceAll('\0', '').toWellFormed();
    for (const next of inside(place)) open.push(next);
  }
  return undefined;
}

const KILOBYTE = 1024;

/** Bytes of a body where the route names no other limit. Public routes take a phone, a password and codes only. */
export const PUBLIC_BODY = 4 * KILOBYTE;
export const SIGNED_IN_BODY = 32 * KILOBYTE;
/** For routes that take long texts or long lists of areas. */
export const LONG_BODY = 64 * KILOBYTE;

const NO_FIELDS = z.strictObject({});

/** Throws UNSUPPORTED_MEDIA_TYPE for a form or file that the route does not take, and for anything but bytes where it takes these, VALIDATION_FAILED for fields where it takes no body. */
export function requireExpected(
  request: FastifyRequest,
  takes: { body?: unknown; form?: unknown; stream?: boolean | undefined },
): void {
  const isStream = request.body instanceof Stream;
  if (takes.stream ? !isStream : (request.isMultipart() || isStream) && !takes.form)
    throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  if (!takes.body && !isStream) readAs(NO_FIELDS, request.body ?? {});
}

/** Throws VALIDATION_FAILED for text that PostgreSQL cannot store, before any other check. */
export function requirePostgresSafe(parts: readonly unknown[]): void {
  for (const part of parts) {
    const path = unsafeTextPath(part);
    if (path === undefined) continue;
    throw new AppError('VALIDATION_FAILED').at({ path, message: 'This holds a character that cannot be stored' });
  }
}

/** What identifies the caller: the address reported by the proxies, and that of the connection. */
export interface Caller {
  ip: string;
  socket: { remoteAddress?: string | undefined };
}

/** Stands for the address of a connection that is already closed. */
const UNKNOWN = '::';

/** The address without the name of a network card behind it, which may have any length. */
function plainAddress(text: string | undefined): string | undefined {
  const address = text?.replace(/%.*$/s, '');
  return address !== undefined && isIP(address) !== 0 ? address : undefined;
}

/** The caller's address; if a proxy reported something else than an address, that of the connection. */
export const addressOf = ({ ip, socket }: Caller): string =>
  plainAddress(ip) ?? plainAddress(socket.remoteAddress) ?? UNKNOWN;
