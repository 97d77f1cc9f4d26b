import type { StreamTicket } from '@ec/contract/notifications/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { call } from './calls.ts';
import { farNetwork } from './far-network.ts';
import { type Ground, prepareGround, submissionOf } from './ground.ts';
import { addressesOf, type ServerProcess, startServer } from './server-process.ts';
import { openStream, openStreams } from './streams.ts';

const STREAMS = 30;

const far = farNetwork();
if (!far)
  console.log('No second network can be made here (that takes root on Linux), so half-open streams are not tried.');

let server: ServerProcess;
let database: Database;
let ground: Ground;

async function ticket(): Promise<string> {
  const { token } = ground.admin;
  const answer = await call(server.origin, 'POST', '/notifications/stream-ticket', { token });
  return answer.data<StreamTicket>().ticket;
}

describe.runIf(far)('streams whose other end is gone without a word', () => {
  beforeAll(async () => {
    server = await startServer({ host: '0.0.0.0' });
    database = openDatabase((await addressesOf(server)).ownerUrl, { max: 2 });
    ground = await prepareGround(database, [server], 3);
  });
  afterAll(async () => {
    far?.remove();
    await database?.close();
    await server?.stop();
  });

  it('are noticed within 90 seconds and freed, while those that live stay open', async () => {
    const near = await openStream(server.origin, ground.admin.token);
    const tickets: string[] = [];
    for (let place = 0; place < STREAMS; place++) tickets.push(await ticket());
    await far?.hold(`http://${far.address}:${server.port}`, tickets);
    expect(await openStreams(server.origin)).toBe(STREAMS + 1);

    far?.pull();
    // Events meanwhile go to all of them, so that something always waits for an answer.
    const busy = setInterval(() => {
      const [officer] = ground.officers;
      if (officer)
        void call(server.origin, 'POST', '/results', submissionOf(ground, officer, 1)).catch(() => undefined);
    }, 2000);
    try {
      await expect.poll(() => openStreams(server.origin), { timeout: 90_000, interval: 500 }).toBe(1);
    } finally {
      clearInterval(busy);
    }
    expect(near.isOpen).toBe(true);
    expect(near.messages.map(({ type }) => type)).toContain('results');
    near.close();
  });
});
