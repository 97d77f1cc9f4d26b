import { isIP } from 'node:net';

/** What identifies the caller: the address reported by the proxies, and that of the connection. */
export interface Caller {
  ip: string;
  socket: { remoteAddress?: string | undefined };
}

/** Stands for the address of a connection that is already closed. */
const UNKNOWN = '::';

/** The address without the name of a network card behind it, which may have any length. */
function plainAddress(text: string | undefined): string | undefined {
  const address = text?.replace(/%.*$/s, '');
  return address !== undefined && isIP(address) !== 0 ? address : undefined;
}

/** The caller's address; if a proxy reported something else than an address, that of the connection. */
export const addressOf = ({ ip, socket }: Caller): string =>
  plainAddress(ip) ?? plainAddress(socket.remoteAddress) ?? UNKNOWN;
