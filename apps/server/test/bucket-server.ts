import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Kept {
  content: Buffer;
  metadata: Record<string, string>;
  storedAt: Date;
}

/** What goes wrong with the next calls. */
export type Fault = 'busy' | 'silent' | 'cut' | 'lost-answer';

export interface BucketServer {
  endpoint: string;
  keys: { accessKeyId: string; secretAccessKey: string };
  objects: Map<string, Kept>;
  /** Method and status of each call. */
  calls: string[];
  /** The next calls fail so, one after the other. */
  faults: Fault[];
  close(): Promise<void>;
}

export const BUCKET = 'sheets';
const KEYS = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a secret/that+signs' };

const hex = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** The refusal of a call that is not signed as "Signature Version 4" says, or whose content is not the signed one. */
function refusal(request: IncomingMessage, url: URL, content: Buffer): string | undefined {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([\da-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  const [, id, day = '', region = '', names = '', signature = ''] = parts ?? [];
  if (id !== KEYS.accessKeyId) return 'InvalidAccessKeyId';
  const date = String(request.headers['x-amz-date']);
  const digest = String(request.headers['x-amz-content-sha256']);
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), names, digest].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const day1 = sign(`AWS4${KEYS.secretAccessKey}`, day);
  const key = sign(sign(sign(day1, region), 's3'), 'aws4_request');
  const expected = sign(key, ['AWS4-HMAC-SHA256', date, scope, hex(canonical)].join('\n'));
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return 'SignatureDoesNotMatch';
  return digest === hex(content) ? undefined : 'XAmzContentSHA256Mismatch';
}

function fail(response: ServerResponse, status: number, code: string, head: boolean): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(head ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function listing(objects: Map<string, Kept>, url: URL): string {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const found = [...objects]
    .filter(([key]) => key.startsWith(prefix) && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  // Pages of two, so that a reader who stops after the first page is found out.
  const page = found.slice(0, 2);
  const more = found.length > page.length;
  const rows = page.map(
    ([key, { content, storedAt }]) =>
      `<Contents><Key>${key}</Key><Size>${content.length}</Size><LastModified>${storedAt.toISOString()}</LastModified></Contents>`,
  );
  const next = more ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><Name>${BUCKET}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`;
}

/** Answers HEAD and GET of the content; a truncated answer ends in the middle. */
function give(response: ServerResponse, { content, metadata }: Kept, head: boolean, cut: boolean): void {
  const notes = Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value]);
  response.writeHead(200, { 'content-length': content.length, ...Object.fromEntries(notes) });
  if (!cut) return void response.end(head ? undefined : content);
  response.write(content.subarray(0, content.length / 2), () => response.destroy());
}

/** A small store of the S3 kind that checks each call's signature by the published rules, and fails on command. */
export async function startBucketServer(): Promise<BucketServer> {
  const objects = new Map<string, Kept>();
  const calls: string[] = [];
  const faults: Fault[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://bucket');
    const content = await buffer(request);
    const head = request.method === 'HEAD';
    const fault = faults.shift();
    if (fault === 'silent') return;
    if (fault === 'busy') return fail(response, 503, 'SlowDown', head);
    const refused = refusal(request, url, content);
    if (refused) return fail(response, 403, refused, head);
    const key = decodeURIComponent(url.pathname).slice(`/${BUCKET}/`.length);
    const found = objects.get(key);
    switch (request.method) {
      case 'PUT': {
        const notes = Object.entries(request.headers).filter(([name]) => name.startsWith('x-amz-meta-'));
        const metadata = Object.fromEntries(notes.map(([name, value]) => [name.slice(11), String(value)]));
        objects.set(key, { content, metadata, storedAt: new Date() });
        return void (fault === 'lost-answer' ? response.destroy() : response.end());
      }
      case 'DELETE':
        objects.delete(key);
        response.statusCode = 204;
        return void response.end();
      default:
        if (key === '') return void response.end(listing(objects, url));
        if (!found) return fail(response, 404, 'NoSuchKey', head);
        return give(response, found, head, fault === 'cut');
    }
  }

  const server: Server = createServer((request, response) => {
    response.on('close', () => calls.push(`${request.method} ${response.statusCode}`));
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: KEYS,
    objects,
    calls,
    faults,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
