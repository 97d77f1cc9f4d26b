import * as z from 'zod/mini';

/** A bucket of an S3-compatible store. */
export interface BucketConfig {
  bucket: string;
  /** Prefix of each key; empty, or ends with a slash. */
  prefix: string;
  region: string;
  /** Absent: Amazon's endpoint for the region. */
  endpoint: string | undefined;
  /** Absent: the credentials of the machine's role. */
  keys: { accessKeyId: string; secretAccessKey: string } | undefined;
}

type Place = Omit<BucketConfig, 'keys'>;

const NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^([\w-][\w.-]*\/)*$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const PARAMETERS = new Set(['region', 'endpoint']);

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && pathname === '/' && search === '' && hash === '';
}

function parseBucket(text: string): Place | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, username, password, pathname, searchParams, hash } = new URL(text);
  const path = pathname.replace(/^\//, '');
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  const endpoint = searchParams.get('endpoint') ?? undefined;
  const region = searchParams.get('region') ?? (endpoint === undefined ? '' : 'us-east-1');
  const whole = protocol === 's3:' && username === '' && password === '' && hash === '';
  const known = [...searchParams.keys()].every((name) => PARAMETERS.has(name));
  if (!whole || !known || !NAME.test(host) || !PREFIX.test(prefix) || !REGION.test(region)) return undefined;
  if (endpoint !== undefined && !isEndpoint(endpoint)) return undefined;
  return { bucket: host, prefix, region, endpoint: endpoint?.replace(/\/$/, '') };
}

const key = z.optional(z.string().check(z.regex(/^[\x21-\x7e]+$/, 'must not hold spaces or line breaks')));

/** The environment variables of the bucket; the key variables have the standard AWS names. */
export const BUCKET_VARIABLES = {
  FILE_STORE: z.optional(
    z.pipe(
      z.string().check(
        z.refine((text) => parseBucket(text) !== undefined, {
          error:
            'must be a bucket with its region, like s3://bucket?region=af-south-1 or s3://bucket/folder?endpoint=https://s3.example.org',
        }),
      ),
      z.transform((text) => parseBucket(text)),
    ),
  ),
  AWS_ACCESS_KEY_ID: key,
  AWS_SECRET_ACCESS_KEY: key,
};

/** Variables whose values never appear in an error message; FILE_STORE is among them because an address can contain a key by mistake. */
export const BUCKET_SECRETS = ['FILE_STORE', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;

/** A sentence if only one of the two keys is set. Without FILE_STORE the keys belong to another program and are ignored. */
export function bucketProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  if (given['FILE_STORE'] === undefined) return [];
  const [id, secret] = [given['AWS_ACCESS_KEY_ID'], given['AWS_SECRET_ACCESS_KEY']];
  if (id !== undefined && secret === undefined) {
    return ['AWS_SECRET_ACCESS_KEY must be set where AWS_ACCESS_KEY_ID is.'];
  }
  if (id === undefined && secret !== undefined) {
    return ['AWS_ACCESS_KEY_ID must be set where AWS_SECRET_ACCESS_KEY is.'];
  }
  return [];
}

const Variables = z.object(BUCKET_VARIABLES);

/** The bucket of validated variables; undefined for a folder of the data directory. */
export function bucketConfig(values: z.output<typeof Variables>): BucketConfig | undefined {
  const { FILE_STORE: place, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!place) return undefined;
  return { ...place, keys: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined };
}
