import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { UserId } from '@ec/contract/base/common';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { AppError } from '../errors.ts';
import { readAs } from './validation.ts';

const MEGABYTE = 1024 * 1024;
/** The first piece of memory for a file; each further one is as large as all before it. */
const FIRST_BYTES = 64 * 1024;
/** Of all files that are being received: slow or hostile senders must not fill the memory together. */
const MOST_BYTES = 256 * MEGABYTE;
/** Of those of one person, so that few cannot keep out the others. */
const MOST_BYTES_OF_ONE = 20 * MEGABYTE;

const receiving = new Map<UserId, number>();

function hold(userId: UserId, bytes: number): void {
  const own = (receiving.get(userId) ?? 0) + bytes;
  const all = [...receiving.values()].reduce((sum, held) => sum + held, bytes);
  if (bytes > 0 && (own > MOST_BYTES_OF_ONE || all > MOST_BYTES)) throw new AppError('IMAGES_BUSY');
  if (own > 0) receiving.set(userId, own);
  else receiving.delete(userId);
}

/**
 * The person's whole file, at most `maxBytes`, in few large pieces, not in one for each chunk of the network: large ones go back to the system when
 * they are freed (docs/operations.md, "Memory"). Throws IMAGES_BUSY where no room is left for it.
 */
export async function readWhole(chunks: AsyncIterable<Buffer>, maxBytes: number, userId: UserId): Promise<Buffer> {
  let whole = Buffer.alloc(0);
  let size = 0;
  const grow = (bytes: number) => {
    hold(userId, bytes - whole.length);
    const larger = Buffer.allocUnsafeSlow(bytes);
    whole.copy(larger, 0, 0, size);
    whole = larger;
  };
  try {
    for await (const chunk of chunks) {
      const needed = size + chunk.length;
      if (needed > whole.length) grow(Math.max(needed, Math.min(maxBytes, Math.max(FIRST_BYTES, 2 * whole.length))));
      size += chunk.copy(whole, size);
    }
  } finally {
    hold(userId, -whole.length);
  }
  return whole.subarray(0, size);
}

/** A form holds one file and a few short fields; everything else in it is bounded as well. */
export const FORM_LIMITS = {
  files: 1,
  fields: 5,
  parts: 6,
  fieldNameSize: 100,
  fieldSize: 1000,
  headerPairs: 20,
} as const;

/** The error for a form whose file is larger than `maxBytes`. */
export const fileTooLarge = (maxBytes: number) => new AppError('FILE_TOO_LARGE', { megabytes: maxBytes / MEGABYTE });

/** The error for a failure to read the form: the file is too large, or the form is malformed. */
function refusalOf(error: unknown, maxBytes: number): AppError {
  if (error instanceof AppError) return error;
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'FST_REQ_FILE_TOO_LARGE' ? fileTooLarge(maxBytes) : new AppError('MALFORMED_REQUEST');
}

/** Errors of the disk name the system call; errors of the form reach `take` through the stream of its file. */
const isOfForm = (error: unknown, { file }: MultipartFile): boolean =>
  file.errored !== null && !(error instanceof AppError) && !(error as { syscall?: unknown } | null)?.syscall;

/** A repeated field becomes a list, which no schema of a field accepts. */
function addField(fields: Record<string, unknown>, part: Exclude<Multipart, MultipartFile>): void {
  if (part.fieldnameTruncated || part.valueTruncated) throw new AppError('MALFORMED_REQUEST');
  const { fieldname: name, value } = part;
  fields[name] = Object.hasOwn(fields, name) ? [fields[name], value] : value;
}

/**
 * Reads a multipart form to its end: `take` receives the file as it comes, and the fields are read by the schema that the
 * route declares as its `form`. Throws FILE_MISSING without a file, FILE_TOO_LARGE, MALFORMED_REQUEST for a form that cannot
 * be read, and VALIDATION_FAILED for fields that the schema does not take.
 */
export async function readForm<F extends z.ZodMiniType, T>(
  request: FastifyRequest,
  { form, maxBytes }: { form: F; maxBytes: number },
  take: (file: MultipartFile) => Promise<T>,
): Promise<{ file: T; fields: z.output<F> }> {
  if (!request.isMultipart()) throw new AppError('FILE_MISSING');
  const fields: Record<string, unknown> = {};
  const parts = request.parts({ limits: { ...FORM_LIMITS, fileSize: maxBytes } });
  // The parser reports a bad boundary, header or end as plain errors.
  const next = () =>
    parts.next().catch((error: unknown) => {
      throw refusalOf(error, maxBytes);
    });
  const taken = (part: MultipartFile) =>
    take(part).catch((error: unknown) => {
      throw isOfForm(error, part) ? refusalOf(error, maxBytes) : error;
    });
  let file: { taken: T } | undefined;
  for (let part = await next(); !part.done; part = await next()) {
    if (part.value.type === 'field') addField(fields, part.value);
    else file = { taken: await taken(part.value) };
  }
  const read = readAs(form, fields);
  if (!file) throw new AppError('FILE_MISSING');
  return { file: file.taken, fields: read };
}

/**
 * The person's whole file in memory. Throws FILE_TOO_LARGE above `maxBytes`, MALFORMED_REQUEST for a form that cannot be read, and IMAGES_BUSY
 * while so many others are being received that there is no room for it.
 */
export async function bufferOf({ file }: MultipartFile, maxBytes: number, userId: UserId): Promise<Buffer> {
  const content = await readWhole(file, maxBytes, userId).catch((error: unknown) => {
    throw refusalOf(error, maxBytes);
  });
  // The parser cuts a file off at the limit.
  if (file.truncated) throw fileTooLarge(maxBytes);
  return content;
}
