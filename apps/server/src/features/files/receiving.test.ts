import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWard, setElectionMode } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { listen } from '../../../test/stream.ts';
import { photoOf, sendFile } from '../../../test/uploads.ts';

const MEGABYTE = 1024 * 1024;
/** So much of a photo of nine megabytes that room for the largest one is held. */
const SENT = 8.5 * MEGABYTE;
const ALL = 9 * MEGABYTE;

let test: TestApp;
let officer: Client;
const sockets: Socket[] = [];

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 1000 });
  await setElectionMode(test.database.db, true);
  const { ward, units } = await createWard(test.database.db, 1);
  officer = await test.as('polling_unit_officer', units[0] ?? ward);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await test.close();
});

/** Begins to send a photo and stops after its first part; answers come all the same, and are noted. */
async function beginTo({ token }: Client): Promise<{ socket: Socket; answer: () => string }> {
  const { hostname, port } = new URL(await listen(test));
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const head = [
    'POST /api/files HTTP/1.1',
    'host: x',
    `authorization: Bearer ${token}`,
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${ALL}`,
  ];
  const form = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
  socket.write(`${head.join('\r\n')}\r\n\r\n${form}`);
  socket.write(Buffer.alloc(SENT));
  let answer = '';
  socket.on('data', (part: Buffer) => (answer += part.toString()));
  return { socket, answer: () => answer };
}

it('refuses what one person sends beyond two large photos at once, and takes theirs again when those have ended', async () => {
  const photo = await photoOf('green');
  const begun = await Promise.all([beginTo(officer), beginTo(officer), beginTo(officer)]);
  await expect.poll(() => begun.map(({ answer }) => answer()).join('')).toContain('IMAGES_BUSY');
  const answers = begun.map(({ answer }) => answer()).filter(Boolean);
  expect(answers).toHaveLength(1);
  expect(answers[0]).toContain('HTTP/1.1 503');
  for (const { socket } of begun) socket.destroy();
  await expect.poll(async () => (await sendFile(officer, photo)).status).toBe(201);
});
