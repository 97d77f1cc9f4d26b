import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { ErrorBody } from '@ec/contract/base/error-body';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let admin: Client;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

/** The port of the server, opened once. */
async function listening(): Promise<number> {
  const { fastify } = test.app;
  if (!fastify.server.listening) await fastify.listen({ port: 0, host: '127.0.0.1' });
  return (fastify.server.address() as AddressInfo).port;
}

it('a connection that a browser opened ahead of need, and on which nothing came, is closed without an answer', async () => {
  const port = await listening();
  const { server } = test.app.fastify;
  const socket = connect(port, '127.0.0.1');
  const [opened] = (await once(server, 'connection')) as [Socket];
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  // What Node says of a head that did not come in time.
  server.emit('clientError', Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), opened);
  await once(socket, 'close');
  expect(answer).toBe('');
});

describe('what cannot be read is answered in the form of all errors, with the headers of all answers', () => {
  it.each(['%ff', '%ed%a0%80', '%', '%zz'])('an address with %s', async (raw) => {
    const reply = await admin.get(`/users/${raw}`);
    expect(reply).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(ErrorBody.safeParse(reply.json()).success).toBe(true);
    expect(reply.text).not.toContain(raw);
  });

  it('an address with a part longer than any id', async () => {
    const reply = await admin.get(`/users/${'x'.repeat(5000)}`);
    expect(reply).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it.each(['/users/import/file', '/users/upload-profile-picture', '/geographical-data/import'])(
    'a form sent to %s that breaks off on the way',
    async (url) => {
      const payload = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\r\n--x';
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const reply = await admin.send({ method: 'POST', url: `/api${url}`, headers, payload });
      expect(reply.status).toBe(400);
      expect(ErrorBody.safeParse(reply.json()).success).toBe(true);
    },
  );

  it.each([
    ['what is no HTTP', 'HELLO\r\n\r\n', '400 Bad Request', 'MALFORMED_REQUEST'],
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\n{}',
      '400',
      'MALFORMED_REQUEST',
    ],
    [
      'a length beside chunks, as a smuggler sends it',
      'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      '400',
      'MALFORMED_REQUEST',
    ],
    ['headers without end', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, '413', 'BODY_TOO_LARGE'],
  ])('%s', async (_what, sent, status, code) => {
    const socket = connect(await listening(), '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    // A server that hangs up while we still send is as good as one that answers first.
    socket.on('error', () => undefined);
    socket.write(sent);
    await once(socket, 'close');
    expect(answer).toContain(`HTTP/1.1 ${status}`);
    expect(answer).toContain(`"code":"${code}"`);
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  });
});
