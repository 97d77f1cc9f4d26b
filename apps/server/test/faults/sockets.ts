import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/** A bare connection to the server. */
export async function openSocket(port: number, host = '127.0.0.1'): Promise<Socket> {
  const socket = connect(port, host);
  // That the server breaks it off is what the tests wait for.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends the text one byte at a time, for as long as the connection stands. */
export function trickle(socket: Socket, text: string, everyMs: number): void {
  let place = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || !socket.writable) clearInterval(timer);
    else socket.write(text[place++ % text.length] ?? '');
  }, everyMs);
  socket.once('close', () => clearInterval(timer));
}

/** How many connections the server holds open on its port, of these or of all. */
export function heldOpen(port: number, of?: readonly Socket[]): number {
  const wanted = of && new Set(of.map(({ localPort }) => localPort));
  const number = (place = '') => Number.parseInt(place.split(':')[1] ?? '', 16);
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => {
      const [, local, remote, state] = line.trim().split(/\s+/);
      return state === '01' && number(local) === port && (!wanted || wanted.has(number(remote)));
    }).length;
}
