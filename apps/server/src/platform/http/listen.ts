import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../runtime/config.ts';
import { guardConnections } from './limits/connection-guard.ts';
import { StartError } from '../runtime/lifecycle.ts';

type Place = Pick<Config, 'port' | 'host'>;

function explain(error: unknown, { port, host }: Place): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is already in use. Stop the program that uses it, or set PORT to another number.`,
      );
    case 'EACCES':
      return new StartError(`This account may not use port ${port}. Set PORT to a number from 1024 up.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`HOST is ${host}, which is no address of this machine.`);
    default:
      return error;
  }
}

/** Throws StartError if the port is not available, before the long work of a first start. */
export async function assertPortFree(place: Place): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer().on('error', (error) => reject(explain(error, place)));
    server.listen(place.port, place.host, () => server.close(() => resolve()));
  });
}

/** Begins to listen, with the connection guard; throws StartError if the port is not available. */
export async function listen(fastify: FastifyInstance, place: Place): Promise<void> {
  guardConnections(fastify.server);
  try {
    await fastify.listen({ port: place.port, host: place.host });
  } catch (error) {
    throw explain(error, place);
  }
}

/** The server's address on this machine. */
export function localAddress({ host, port }: Place, anywhere = '127.0.0.1'): string {
  const name = host === '0.0.0.0' || host === '::' ? anywhere : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** The address of the console: the published one, else the one on this machine. */
export function addressOf(config: Place & Pick<Config, 'publicUrl'>): string {
  return config.publicUrl ?? localAddress(config, 'localhost');
}
