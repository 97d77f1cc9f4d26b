import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createVanishedPeers } from './vanished-peers.ts';

/** In this time the head of a request must be there; it is a few hundred bytes. */
const HEAD_MS = 20_000;
/** After this time a body must arrive at this many bytes a second, which the poorest network reaches. */
const BODY_GRACE_MS = 30_000;
const BODY_BYTES_A_SECOND = 500;
/** A reader that takes nothing of what waits for it is cut off after twice this time: at the first look it is only noted. */
const READER_MS = 30_000;
const BODIES_EVERY_MS = 5000;
const PEERS_EVERY_MS = 15_000;

/** A request whose body is still on its way. */
interface Coming {
  request: IncomingMessage;
  since: number;
  /** Bytes that the connection had received before. */
  read: number;
}

function isTooSlow({ request, since, read }: Coming): boolean {
  const late = performance.now() - since - BODY_GRACE_MS;
  return late > 0 && request.socket.bytesRead - read < (late / 1000) * BODY_BYTES_A_SECOND;
}

/** The code of Node for a request that takes too long, so that it is answered in the same way. */
function refuseSlow(server: Server, socket: Socket): void {
  const error = Object.assign(new Error('The request came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  server.emit('clientError', error, socket);
  // A client that sends slowly may also read slowly.
  socket.destroySoon();
}

/** Closes sockets of clients that send or read too slowly, or that vanished without closing. */
export function guardConnections(server: Server): void {
  const sockets = new Set<Socket>();
  const bodies = new Set<Coming>();
  /** Connections whose last request has not been answered whole. */
  const answering = new Map<Socket, ServerResponse>();
  const peers = createVanishedPeers(sockets);

  server.headersTimeout = HEAD_MS;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    answering.set(socket, response);
    response.once('close', () => {
      if (answering.get(socket) === response) answering.delete(socket);
    });
    if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) return;
    const coming = { request, since: performance.now(), read: socket.bytesRead };
    bodies.add(coming);
    request.once('close', () => bodies.delete(coming));
  });
  // Emitted for every idle connection: streams between two heartbeats and calls in progress stay open.
  server.setTimeout(READER_MS, (socket) => {
    if (!answering.has(socket) || socket.writableLength > 0) socket.destroy();
  });

  const slow = setInterval(() => {
    for (const coming of bodies) {
      if (coming.request.complete) bodies.delete(coming);
      else if (isTooSlow(coming)) refuseSlow(server, coming.request.socket);
    }
  }, BODIES_EVERY_MS);
  const gone = setInterval(() => void peers.look().catch(() => undefined), PEERS_EVERY_MS);
  for (const timer of [slow, gone]) timer.unref();
  server.once('close', () => {
    clearInterval(slow);
    clearInterval(gone);
  });
}
