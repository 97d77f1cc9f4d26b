import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ElectionId } from '@ec/contract/base/common';
import { PART_TYPE } from '@ec/contract/uploads/schemas';
import type { Database } from '@ec/server/platform/database/database';
import { sha256 } from '@ec/server/platform/runtime/ids';
import { pickOfficers, signIn } from './dataset.ts';
import { requireLoopback } from './load.ts';
import type { ServerProcess } from './server-process.ts';
import { rounded } from './statistics.ts';

/** As the copy of a photo: what a phone declares, in a part as large as its first. */
const SIZE = 250 * 1024;
const PART = 32 * 1024;
/** So much of the part has come when the memory is looked at. */
const SENT = 24 * 1024;
const AT_ONCE = 32;

export interface UploadRun {
  uploads: number;
  megabytes: { before: number; open: number };
  /** Of the server process, for each upload that is open in the middle of a part. */
  kilobytesEach: { resident: number; used: number };
  /** Kilobytes of each that the server has stored in the middle of its part. */
  stored: number;
  /** Uploads whose part was not taken whole afterwards. */
  failed: number;
}

interface Open {
  path: string;
  token: string;
  socket: Socket;
}

const speaking = (token: string) => ({ authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' });

async function create(origin: string, token: string): Promise<string> {
  const hash = sha256(randomBytes(8)).toString('hex');
  const answer = await fetch(`${origin}/api/uploads`, {
    method: 'POST',
    headers: {
      ...speaking(token),
      'upload-length': String(SIZE),
      'upload-metadata': `sha256 ${Buffer.from(hash).toString('base64')}`,
    },
  });
  if (answer.status !== 201) throw new Error(`an upload was refused: ${await answer.text()}`);
  return answer.headers.get('location') ?? '';
}

async function receivedOf(origin: string, path: string, token: string): Promise<number> {
  const answer = await fetch(origin + path, { method: 'HEAD', headers: speaking(token) });
  return Number(answer.headers.get('upload-offset'));
}

/** The head of a part and the most of its bytes, on a connection of its own. */
async function beginPart(origin: string, path: string, token: string, bytes: Buffer): Promise<Open> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = [
    `PATCH ${path} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${token}`,
    'tus-resumable: 1.0.0',
    `content-type: ${PART_TYPE}`,
    'upload-offset: 0',
    `content-length: ${PART}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(bytes.subarray(0, SENT));
  return { path, token, socket };
}

/** Sends the rest of the part; true where the server has taken all of it. */
async function endPart({ socket }: Open, bytes: Buffer): Promise<boolean> {
  socket.write(bytes.subarray(SENT));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString('latin1').startsWith('HTTP/1.1 204');
}

async function inTurns<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const found: R[] = [];
  for (let next = 0; next < all.length; next += AT_ONCE) {
    found.push(...(await Promise.all(all.slice(next, next + AT_ONCE).map(work))));
  }
  return found;
}

/** So many officers whose phones are each in the middle of a part, at once. */
export async function runUploads(
  database: Database,
  { server, election, uploads }: { server: ServerProcess; election: ElectionId; uploads: number },
): Promise<UploadRun> {
  const { origin } = server;
  requireLoopback(origin);
  const officers = await pickOfficers(database, election, uploads, 'uploads');
  const tokens = await signIn(
    database,
    officers.map(({ userId }) => userId),
  );
  const bytes = randomBytes(PART);
  const begun = await inTurns(tokens, async (token) => ({ token, path: await create(origin, token) }));
  const before = await server.memory();
  const open = await inTurns(begun, ({ path, token }) => beginPart(origin, path, token, bytes));
  const received = await inTurns(begun, ({ path, token }) => receivedOf(origin, path, token));
  const after = await server.memory();
  const taken = await inTurns(open, (one) => endPart(one, bytes));
  const each = (of: number) => rounded(of / 1024 / uploads);
  const megabytes = (of: number) => Math.round(of / 1024 / 1024);
  return {
    uploads,
    megabytes: { before: megabytes(before.resident), open: megabytes(after.resident) },
    kilobytesEach: { resident: each(after.resident - before.resident), used: each(after.used - before.used) },
    stored: Math.round(received.reduce((sum, size) => sum + size, 0) / uploads / 1024),
    failed: taken.filter((whole) => !whole).length,
  };
}
