import { createHash, timingSafeEqual } from 'node:crypto';

/** What is known of whoever asks for the metrics. */
export interface Asker {
  /** The other end of the connection itself. */
  address: string | undefined;
  authorization: string | undefined;
  /** It came through a proxy: the connection is the proxy's, whoever is behind it. */
  forwarded: boolean;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

function isThisMachine(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address ?? '');
}

/**
 * Who may read the metrics: whoever knows the token; where there is none, programs on this machine that ask directly. A
 * header can only take that away: what a proxy on this machine passes on comes from anywhere.
 */
export function mayReadMetrics({ address, authorization, forwarded }: Asker, token: string | undefined): boolean {
  if (token === undefined) return isThisMachine(address) && !forwarded;
  const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  // Of equal length whatever was given, so that the time tells nothing of the token.
  return timingSafeEqual(digest(given), digest(token));
}
