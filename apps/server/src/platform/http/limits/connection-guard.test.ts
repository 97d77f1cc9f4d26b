import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { guardConnections } from './connection-guard.ts';

const server = createServer();
afterEach(() => server.close());

it('closes an unused connection, and keeps one on which an answer is awaited', async () => {
  const held: ServerResponse[] = [];
  server.keepAliveTimeout = 100;
  server.on('request', ({ url }, response) => {
    if (url === '/held') held.push(response);
    else response.end('done');
  });
  guardConnections(server);
  server.timeout = 100;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  const waiting = connect(port, '127.0.0.1');
  waiting.resume().write('GET /held HTTP/1.1\r\nhost: x\r\n\r\n');
  const idle = connect(port, '127.0.0.1');
  idle.resume().write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(idle, 'close');

  expect(waiting.closed).toBe(false);
  held[0]?.end('at last');
  const [answer] = (await once(waiting, 'data')) as [Buffer];
  expect(answer.toString()).toContain('at last');
  waiting.destroy();
});
