import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';

/** The text that the test signature of the scanner matches; it is no virus. */
export const MARK = 'HARMFUL-FOR-THE-TEST-9f2c51';
export const FOUND = 'Test.Mark';

const PROGRAMS = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'];
/** Where ClamAV is installed; undefined where it is not. */
export const CLAMD = PROGRAMS.find((program) => {
  try {
    accessSync(program);
    return true;
  } catch {
    return false;
  }
});

export interface RunningClamd {
  /** Its socket. */
  socket: string;
  stop(): Promise<void>;
}

function answers(socket: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const probe = connect(socket, () => {
    probe.destroy();
    resolve();
  });
  probe.on('error', reject);
  return promise;
}

/** ClamAV's daemon with a database of one signature. */
export async function startClamd(program: string): Promise<RunningClamd> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ec-clamd-'));
  await chmod(folder, 0o755);
  const socket = path.join(folder, 'clamd.ctl');
  // Any kind of file (0), anywhere in it (*).
  await writeFile(path.join(folder, 'test.ndb'), `${FOUND}:0:*:${Buffer.from(MARK).toString('hex')}\n`);
  const settings = [
    `LocalSocket ${socket}`,
    `DatabaseDirectory ${folder}`,
    'Foreground yes',
    'StreamMaxLength 1M',
    `TemporaryDirectory ${folder}`,
    'ScanOLE2 no',
  ];
  const file = path.join(folder, 'clamd.conf');
  await writeFile(file, `${settings.join('\n')}\n`);
  const child = spawn(program, ['-c', file], { stdio: 'ignore' });
  await vi.waitFor(() => answers(socket), { timeout: 60_000, interval: 200 });
  return {
    socket,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A server that speaks clamd's protocol and finds the mark, for machines without ClamAV; `say` replaces its answers. */
export async function startSpeaker(): Promise<{
  port: number;
  say: { answer: string | undefined; hangUp: boolean };
  stop(): Promise<void>;
}> {
  const say: { answer: string | undefined; hangUp: boolean } = { answer: undefined, hangUp: false };
  const open = new Set<Socket>();
  function converse(socket: Socket): void {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
    let received = Buffer.alloc(0);
    socket.on('data', (data: Buffer) => {
      if (say.hangUp) {
        socket.destroy();
        return;
      }
      received = Buffer.concat([received, data]);
      const content = contentOf(received);
      if (content === undefined) return;
      const verdict = content.includes(MARK) ? `stream: ${FOUND} FOUND` : 'stream: OK';
      socket.end(`${say.answer ?? verdict}\0`);
    });
  }
  const server: Server = createServer(converse);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    say,
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What was sent, once it is whole; throws where it is not of the protocol's form. */
function contentOf(received: Buffer): Buffer | undefined {
  const head = 'zINSTREAM\0';
  if (received.length < head.length) return undefined;
  if (received.toString('latin1', 0, head.length) !== head) throw new Error('No INSTREAM');
  const parts: Buffer[] = [];
  for (let at = head.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
