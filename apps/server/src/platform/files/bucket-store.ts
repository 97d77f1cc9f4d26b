import { createHash, timingSafeEqual } from 'node:crypto';
import { pipeline, Readable, Transform, type TransformCallback } from 'node:stream';
import type * as Sdk from '@aws-sdk/client-s3';
import type { BucketConfig } from './bucket-config.ts';
import { absent, changed, type FileStore, requireKey, type StoredObject, storeAway } from './file-store.ts';
import { sha256 } from '../runtime/ids.ts';

export interface Patience {
  connectMs: number;
  /** Timeout of one attempt, up to the start of its answer. */
  answerMs: number;
  /** Attempts per call. The delay between them starts at 0.1 s and doubles, with jitter. */
  tries: number;
  /** Timeout of a call with all its attempts: a user is waiting. */
  callMs: number;
}
const PATIENCE: Patience = { connectMs: 2000, answerMs: 8000, tries: 4, callMs: 20_000 };

/** Between two chunks of a file: a reader on a slow network makes the store wait. */
const IDLE_MS = 60_000;

/** In the object's own metadata, because not every S3-compatible store keeps checksums. */
const DIGEST = 'sha256';

/** Passes the content through and fails at the end if the digest is wrong, so that damaged content is never taken as complete. */
class Verify extends Transform {
  readonly #hash = createHash('sha256');
  readonly #expected: Buffer;
  readonly #key: string;

  constructor(expected: Buffer, key: string) {
    super();
    this.#expected = expected;
    this.#key = key;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    const found = this.#hash.digest();
    const same = found.length === this.#expected.length && timingSafeEqual(found, this.#expected);
    done(same ? null : changed(this.#key));
  }
}

/** The digest of the stored content: from its metadata, or from the key of content that is named by its digest. */
function expectedDigest(key: string, metadata: Record<string, string> | undefined): Buffer | undefined {
  const hex = metadata?.[DIGEST] ?? /^original\/.*\/([\da-f]{64})$/.exec(key)?.[1];
  return hex !== undefined && /^[\da-f]{64}$/.test(hex) ? Buffer.from(hex, 'hex') : undefined;
}

function isMissing(error: unknown): boolean {
  const { name } = error as { name?: string };
  return name === 'NoSuchKey' || name === 'NotFound';
}

interface Opened {
  sdk: typeof Sdk;
  client: Sdk.S3Client;
}

/** Loads the SDK only for servers with a bucket. */
async function openClient({ region, endpoint, keys }: BucketConfig, patience: Patience): Promise<Opened> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(keys && { credentials: keys }),
    maxAttempts: patience.tries,
    // Older stores reject the newer checksum headers; the signature covers the content's digest anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: patience.connectMs,
      requestTimeout: patience.answerMs,
      socketTimeout: IDLE_MS,
      throwOnRequestTimeout: true,
      httpsAgent: { maxSockets: 64 },
      httpAgent: { maxSockets: 64 },
    },
  });
  return { sdk, client };
}

/** Stores files in a bucket of an S3-compatible store, which any number of servers can share. */
export function createBucketStore(config: BucketConfig, patience: Patience = PATIENCE): FileStore {
  const { bucket: Bucket, prefix } = config;
  // Starts loading now, so that the first file does not wait for it.
  const opened = openClient(config, patience);
  opened.catch(() => undefined);
  const connect = async () =>
    await opened.catch((error: unknown) => {
      throw storeAway(error);
    });
  const at = (key: string) => ({ Bucket, Key: `${prefix}${requireKey(key)}` });
  const inTime = () => ({ abortSignal: AbortSignal.timeout(patience.callMs) });

  /** The object's metadata; undefined if it does not exist. */
  async function describe(key: string) {
    const place = at(key);
    const { sdk, client } = await connect();
    try {
      return await client.send(new sdk.HeadObjectCommand(place), inTime());
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw storeAway(error);
    }
  }

  return {
    async put(key, content) {
      const { sdk, client } = await connect();
      const digest = sha256(content).toString('hex');
      const found = await describe(key);
      if (found?.ContentLength === content.length && found.Metadata?.[DIGEST] === digest) return;
      const command = new sdk.PutObjectCommand({ ...at(key), Body: content, Metadata: { [DIGEST]: digest } });
      await client.send(command, inTime()).catch((error: unknown) => {
        throw storeAway(error);
      });
    },
    async get(key) {
      const place = at(key);
      const { sdk, client } = await connect();
      try {
        // A slow reader may take longer than a call's timeout, so the timeout covers only the start of the answer.
        const { Body, Metadata } = await client.send(new sdk.GetObjectCommand(place));
        if (!(Body instanceof Readable)) throw new Error(`No content in the answer for ${key}`);
        const expected = expectedDigest(key, Metadata);
        // The reader gets the error when the pipe ends.
        return expected ? pipeline(Body, new Verify(expected, key), () => undefined) : Body;
      } catch (error) {
        throw isMissing(error) ? absent(key, error) : storeAway(error);
      }
    },
    async has(key) {
      return (await describe(key)) !== undefined;
    },
    async remove(key) {
      const { sdk, client } = await connect();
      await client.send(new sdk.DeleteObjectCommand(at(key)), inTime()).catch((error: unknown) => {
        throw storeAway(error);
      });
    },
    async *list(keyPrefix = ''): AsyncGenerator<StoredObject> {
      const { sdk, client } = await connect();
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: `${prefix}${keyPrefix}` });
      try {
        for await (const { Contents } of pages) {
          for (const { Key, Size, LastModified } of Contents ?? []) {
            if (Key === undefined) continue;
            yield { key: Key.slice(prefix.length), size: Size ?? 0, storedAt: LastModified ?? new Date(0) };
          }
        }
      } catch (error) {
        throw storeAway(error);
      }
    },
  };
}
