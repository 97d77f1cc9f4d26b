import { createHash, timingSafeEqual } from 'node:crypto';

/** What is known about the caller of the metrics. */
export interface Asker {
  /** The remote address of the connection. */
  address: string | undefined;
  authorization: string | undefined;
  /** It came through a proxy, so the address is the proxy's. */
  forwarded: boolean;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

function isThisMachine(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address ?? '');
}

/**
 * Who can read the metrics: callers with the token; without a configured token, programs on this machine that connect directly. A forwarding header
 * only removes access: requests through a local proxy come from anywhere.
 */
export function mayReadMetrics({ address, authorization, forwarded }: Asker, token: string | undefined): boolean {
  if (token === undefined) return isThisMachine(address) && !forwarded;
  const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  // Digests have equal length, so the comparison's time reveals nothing about the token.
  return timingSafeEqual(digest(given), digest(token));
}
