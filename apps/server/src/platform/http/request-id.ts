import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { newId } from '../runtime/ids.ts';

const FORM = /^[\w.:+/=-]{8,64}$/;

function trusted(proxies: false | readonly string[]): (address: string) => boolean {
  if (proxies === false) return () => false;
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    if (isIP(address) === 0) continue;
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
    return isIP(plain) !== 0 && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}

/** Gives each request its id: the one of a trusted proxy, else a new one. No other id reaches the log. */
export function requestIds(proxies: false | readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trusted(proxies);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const usable = typeof given === 'string' && FORM.test(given) && isTrusted(socket.remoteAddress ?? '');
    return usable ? given : newId();
  };
}
