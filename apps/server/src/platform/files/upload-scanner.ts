import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Counter, type Registry } from 'prom-client';
import { AppError } from '../http/errors.ts';
import type { ScannerAddress, ScannerConfig } from './scanner-config.ts';

/** Looks into what is uploaded before anything of it is kept. */
export interface UploadScanner {
  /**
   * The name of what was found; null where the content is harmless, or where no scanner is configured. Where one is and does not
   * answer it fails with SCANNER_AWAY, unless the configuration says to take what nobody has looked at.
   */
  scan(content: Buffer | Readable): Promise<string | null>;
}

const CHUNK = 64 * 1024;
/** Longer than clamd takes for the largest upload. */
const LIMIT_MS = 60_000;

/** clamd's INSTREAM: each part behind its length in four bytes, an empty one at the end. */
async function* framed(content: Buffer | Readable): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  const parts = Buffer.isBuffer(content) ? [content] : (content as AsyncIterable<Buffer>);
  for await (const part of parts) {
    for (let from = 0; from < part.length; from += CHUNK) {
      const chunk = part.subarray(from, from + CHUNK);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      yield length;
      yield chunk;
    }
  }
  yield Buffer.alloc(4);
}

async function ask(address: ScannerAddress, content: Buffer | Readable): Promise<string> {
  const socket = connect(address);
  // Idle for so long on either way, and then for the answer.
  socket.setTimeout(LIMIT_MS, () => socket.destroy(new Error('The scanner does not answer')));
  try {
    // It answers before all is sent where it refuses the size: then only the answer counts.
    const sending = pipeline(Readable.from(framed(content)), socket, { end: false }).catch(() => undefined);
    const answer = await text(socket);
    await sending;
    return answer.replaceAll('\0', '').trim();
  } finally {
    socket.destroy();
  }
}

/** `stream: OK`, `stream: Name FOUND`; all else is no answer to what was asked. */
function readAnswer(answer: string): string | null {
  if (answer === 'stream: OK') return null;
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (found === undefined) throw new Error(`The scanner says: ${answer.slice(0, 200)}`);
  return found;
}

const OUTCOMES = ['harmless', 'harmful', 'failed', 'unseen'] as const;

/** The scanner of the configuration; without one everything passes. */
export function createUploadScanner(
  config: ScannerConfig | undefined,
  registry: Registry,
  warn: (error: unknown) => void,
): UploadScanner {
  const scans = new Counter({
    name: 'ec_upload_scans_total',
    help: 'Uploads that the scanner looked at: harmless, harmful (refused), failed (refused as well), unseen (taken)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const count = (outcome: (typeof OUTCOMES)[number], by = 1) => scans.inc({ outcome }, by);
  if (!config) return { scan: () => Promise.resolve(null) };
  // Alerts look at how these grow, which a series that begins with its first event does not show.
  for (const outcome of OUTCOMES) count(outcome, 0);
  const { address, whenAway } = config;
  return {
    async scan(content) {
      try {
        const found = readAnswer(await ask(address, content));
        count(found === null ? 'harmless' : 'harmful');
        return found;
      } catch (cause) {
        count(whenAway === 'accept' ? 'unseen' : 'failed');
        if (whenAway === 'accept') {
          warn(cause);
          return null;
        }
        const error = new AppError('SCANNER_AWAY');
        error.cause = cause;
        throw error;
      }
    },
  };
}
