import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Counter, type Registry } from 'prom-client';
import { AppError } from '../http/errors.ts';
import type { ScannerAddress, ScannerConfig } from './scanner-config.ts';

/** Scans uploads for viruses before anything is stored. */
export interface UploadScanner {
  /**
   * The name of the virus; null if there is none or no scanner is configured. Throws SCANNER_AWAY if the scanner does not answer, unless the
   * configuration accepts unscanned files.
   */
  scan(content: Buffer | Readable): Promise<string | null>;
}

const CHUNK = 64 * 1024;
/** Longer than clamd needs for the largest upload. */
const LIMIT_MS = 60_000;

/** clamd's INSTREAM: each chunk is preceded by its length in four bytes; an empty chunk ends the stream. */
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
  // Idle timeout in both directions, then for the answer.
  socket.setTimeout(LIMIT_MS, () => socket.destroy(new Error('The scanner does not answer')));
  try {
    // If clamd refuses the size, it answers before all is sent: then only the answer counts.
    const sending = pipeline(Readable.from(framed(content)), socket, { end: false }).catch(() => undefined);
    const answer = await text(socket);
    await sending;
    return answer.replaceAll('\0', '').trim();
  } finally {
    socket.destroy();
  }
}

/** `stream: OK` or `stream: Name FOUND`; anything else is an error. */
function readAnswer(answer: string): string | null {
  if (answer === 'stream: OK') return null;
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (found === undefined) throw new Error(`The scanner says: ${answer.slice(0, 200)}`);
  return found;
}

const OUTCOMES = ['harmless', 'harmful', 'failed', 'unseen'] as const;

/** The configured scanner; without one every file passes. */
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
  // Alerts watch the growth of these counters, so the series must exist from the start.
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
