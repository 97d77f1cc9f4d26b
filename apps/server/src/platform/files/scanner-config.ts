import path from 'node:path';
import * as z from 'zod/mini';

/** The address of clamd: a local socket, or a host and port. */
export type ScannerAddress = { path: string } | { host: string; port: number };

export interface ScannerConfig {
  address: ScannerAddress;
  /** What happens to uploads while the scanner does not answer: refused, or accepted unscanned. */
  whenAway: 'refuse' | 'accept';
}

const DEFAULT_PORT = 3310;

function parseAddress(text: string): ScannerAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname, username, search, hash } = new URL(text);
  if (username !== '' || search !== '' || hash !== '') return undefined;
  if (protocol === 'unix:') return hostname === '' && path.isAbsolute(pathname) ? { path: pathname } : undefined;
  if (protocol !== 'tcp:' || hostname === '' || pathname.length > 1) return undefined;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || DEFAULT_PORT };
}

/** The environment variable of the virus scanner. */
export const SCANNER_VARIABLES = {
  CLAMAV_URL: z.optional(
    z.pipe(
      z.string().check(
        z.refine((text) => parseAddress(text) !== undefined, {
          error: 'must be where clamd listens, like unix:///run/clamav/clamd.ctl or tcp://127.0.0.1:3310',
        }),
      ),
      z.transform((text) => parseAddress(text)),
    ),
  ),
  CLAMAV_AWAY: z._default(z.enum(['refuse', 'accept'], 'must be refuse or accept'), 'refuse'),
};

const Variables = z.object(SCANNER_VARIABLES);

/** The scanner of validated variables. */
export function scannerConfig(values: z.output<typeof Variables>): ScannerConfig | undefined {
  return values.CLAMAV_URL && { address: values.CLAMAV_URL, whenAway: values.CLAMAV_AWAY };
}
