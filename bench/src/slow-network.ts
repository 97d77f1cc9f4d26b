import { connect, createServer, type Socket } from 'node:net';

export interface Network {
  /** Of each direction; all connections share it. */
  kilobits: number;
  /** From here to there and back. */
  roundTripMs: number;
  /** Packets that are lost: each comes a round trip and 200 ms later, and holds up what is behind it on its connection. */
  lossPercent: number;
  /** All connections are cut so often; 0 for never. */
  cutEverySeconds: number;
}

export interface SlowNetwork {
  origin: string;
  /** Changes it for what is sent from now on. */
  change(network: Partial<Network>): void;
  /** Bytes that went to the server, with all that HTTP adds, cut-off ones included. */
  bytesUp(): number;
  /** Bytes that came from the server. */
  bytesDown(): number;
  close(): Promise<void>;
}

const PACKET = 1460;
/** Bytes of a connection in transit at once; then the sender waits, as for a phone's own buffer. */
const WINDOW = 16 * 1024;
const RETRANSMISSION_MS = 200;

/** One direction of one connection: what the line has still to take from it. */
interface Flow {
  packets: Buffer[];
  /** The line has taken the packet. */
  taken: (packet: Buffer) => void;
}

/**
 * A line of one direction. It takes packets one after the other at its rate, in turn from all connections that have some; what a
 * connection had not handed over when it was lost is not sent.
 */
function createLine(network: Network) {
  const flows: Flow[] = [];
  let freeAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const take = () => {
    timer = undefined;
    while (freeAt <= performance.now() + 1) {
      const at = flows.findIndex(({ packets }) => packets.length > 0);
      const flow = flows[at];
      const packet = flow?.packets.shift();
      if (!flow || !packet) return;
      flows.push(...flows.splice(at, 1));
      freeAt = Math.max(freeAt, performance.now()) + (packet.length * 8) / network.kilobits;
      flow.taken(packet);
    }
    timer = setTimeout(take, freeAt - performance.now());
  };
  return {
    add: (flow: Flow) => void flows.push(flow),
    remove: (flow: Flow) => void flows.splice(flows.indexOf(flow), 1),
    wake: () => {
      timer ??= setTimeout(take, Math.max(0, freeAt - performance.now()));
    },
  };
}

/** Carries one direction of a connection: packets arrive in their order, each half a round trip after the line took it. */
function carry(
  from: Socket,
  to: Socket,
  line: ReturnType<typeof createLine>,
  network: Network,
  count: (n: number) => void,
) {
  const onTheWay: { packet: Buffer; at: number }[] = [];
  let lastAt = 0;
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isEmpty = () => flow.packets.length === 0 && onTheWay.length === 0;
  const arrive = () => {
    timer = undefined;
    for (let next = onTheWay[0]; next && next.at <= performance.now(); next = onTheWay[0]) {
      onTheWay.shift();
      if (!to.destroyed) to.write(next.packet);
    }
    const [next] = onTheWay;
    if (next) timer = setTimeout(arrive, Math.max(1, next.at - performance.now()));
    else if (ended && isEmpty()) to.end();
  };
  const flow: Flow = {
    packets: [],
    taken: (packet) => {
      count(packet.length);
      const lost = Math.random() * 100 < network.lossPercent ? network.roundTripMs + RETRANSMISSION_MS : 0;
      lastAt = Math.max(lastAt, performance.now() + network.roundTripMs / 2 + lost);
      onTheWay.push({ packet, at: lastAt });
      timer ??= setTimeout(arrive, Math.max(1, lastAt - performance.now()));
      if (flow.packets.length * PACKET <= WINDOW) from.resume();
    },
  };
  line.add(flow);
  from.on('data', (data: Buffer) => {
    for (let at = 0; at < data.length; at += PACKET) flow.packets.push(data.subarray(at, at + PACKET));
    if (flow.packets.length * PACKET > WINDOW) from.pause();
    line.wake();
  });
  from.on('end', () => {
    ended = true;
    if (isEmpty()) to.end();
  });
  from.on('close', () => {
    line.remove(flow);
    if (!ended) to.destroy();
  });
  from.on('error', () => to.destroy());
}

/** A phone's network in front of a local server. It forwards TCP without inspecting it. */
export async function openSlowNetwork(server: string, start: Network): Promise<SlowNetwork> {
  const { hostname, port } = new URL(server);
  if (hostname !== '127.0.0.1') throw new Error(`a slow network leads to 127.0.0.1 alone, not to ${hostname}`);
  const network = { ...start };
  const [up, down] = [createLine(network), createLine(network)];
  const open = new Set<Socket>();
  let sent = 0;
  let came = 0;
  const proxy = createServer((phone) => {
    const far = connect(Number(port), hostname);
    for (const socket of [phone, far]) {
      socket.setNoDelay(true);
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    carry(phone, far, up, network, (bytes) => {
      sent += bytes;
    });
    carry(far, phone, down, network, (bytes) => {
      came += bytes;
    });
  });
  let lastCut = performance.now();
  const cuts = setInterval(() => {
    const { cutEverySeconds } = network;
    if (cutEverySeconds === 0 || performance.now() - lastCut < cutEverySeconds * 1000) return;
    lastCut = performance.now();
    for (const socket of open) socket.destroy();
  }, 250);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('the slow network has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    change: (next) => {
      Object.assign(network, next);
      lastCut = performance.now();
    },
    bytesUp: () => sent,
    bytesDown: () => came,
    close: async () => {
      clearInterval(cuts);
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => proxy.close(() => resolve()));
    },
  };
}
