import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** One of the kernel's connections. */
export interface Sent {
  localPort: number;
  remoteAddress: string;
  remotePort: number;
  /** Number of retransmissions in a row without an acknowledgement. */
  again: number;
}

const ESTABLISHED = '01';

/** One form for each address: of IPv6 the short one, and an address of IPv4 inside one of IPv6 as such. */
function canonical(address: string): string {
  return address.includes(':') ? new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname : address;
}

/** Four bytes at a time stand in the machine's order, the last first. */
function addressOf(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) => word.match(/../g)?.reverse() ?? []);
  if (bytes.length === 4) return bytes.map((byte) => Number.parseInt(byte, 16)).join('.');
  return canonical((bytes.join('').match(/.{4}/g) ?? []).join(':'));
}

/** The connections of /proc/net/tcp (or tcp6) that wait for an acknowledgement after a retransmission. */
export function unanswered(table: string): Sent[] {
  return table
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, local, remote, state, queues, , again, , probes] = line.trim().split(/\s+/);
      if (!local || !remote || state !== ESTABLISHED || /^0+:/.test(queues ?? '')) return [];
      const times = Math.max(Number.parseInt(again ?? '0', 16), Number(probes ?? 0));
      if (!(times > 0)) return [];
      const [hex = '', port = ''] = remote.split(':');
      const localPort = Number.parseInt(local.split(':')[1] ?? '', 16);
      return [{ localPort, remoteAddress: addressOf(hex), remotePort: Number.parseInt(port, 16), again: times }];
    });
}

/** On other systems than Linux there is no data, and the system's own limit (about a quarter of an hour) applies. */
async function readUnanswered(): Promise<Sent[]> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/self/net/${name}`, 'utf8').catch(() => '')),
  );
  return tables.flatMap(unanswered);
}

const keyOf = (localPort: number | undefined, address: string, remotePort: number | undefined) =>
  `${localPort} ${address} ${remotePort}`;

/** Checks in a row without an acknowledgement after which the peer counts as gone. */
const LOOKS = 3;

/**
 * Finds connections whose peer vanished without closing: a phone that changed networks, a machine without power. The kernel
 * retransmits to it for a quarter of an hour; here the connection is closed after three checks in a row without an
 * acknowledgement.
 */
export function createVanishedPeers(sockets: Iterable<Socket>): { look(): Promise<void> } {
  let before = new Map<string, { again: number; looks: number }>();
  return {
    async look() {
      const now = new Map<string, { again: number; looks: number }>();
      for (const { localPort, remoteAddress, remotePort, again } of await readUnanswered()) {
        const key = keyOf(localPort, remoteAddress, remotePort);
        const last = before.get(key);
        // Fewer than at the last check: something was acknowledged in between.
        now.set(key, { again, looks: last && again >= last.again ? last.looks + 1 : 1 });
      }
      before = now;
      if (now.size === 0) return;
      for (const socket of sockets) {
        const { localPort, remoteAddress, remotePort } = socket;
        if (remoteAddress === undefined) continue;
        const found = now.get(keyOf(localPort, canonical(remoteAddress), remotePort));
        if (found && found.looks >= LOOKS) socket.destroy();
      }
    },
  };
}
