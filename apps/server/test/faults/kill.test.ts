import type { Receipt } from '@ec/contract/results/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { call, until } from './calls.ts';
import { expectNothingLost, type Ground, prepareGround, submissionOf } from './ground.ts';
import { addressesOf, killPostgresOf, type ServerProcess, startServer } from './server-process.ts';

const CLIENTS = 12;
/** Of the server and of PostgreSQL in turn. */
const KILLS = 20;
/** Submissions that are acknowledged between two of them. */
const BETWEEN = 15;

let server: ServerProcess;
let ground: Ground;

async function withDatabase<T>(work: (database: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const database = openDatabase((await addressesOf(server)).ownerUrl, { max: 4 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

beforeAll(async () => {
  server = await startServer();
  ground = await withDatabase((database) => prepareGround(database, [server], CLIENTS));
});
afterAll(async () => {
  await server?.stop();
});

describe('kill -9 under load', () => {
  it('loses nothing that was acknowledged, of the server or of PostgreSQL, twenty times', async () => {
    const receipts: Receipt[] = [];
    let over = false;
    let place = 0;
    const phones = ground.officers.map(async (officer) => {
      while (!over) {
        const submission = submissionOf(ground, officer, place++);
        const answer = await until(
          ({ status }) => status === 201 || status === 200,
          () => call(server.origin, 'POST', '/results', { ...submission, patience: 20_000 }),
        );
        receipts.push(answer.data<Receipt>());
      }
    });
    const load = Promise.all(phones);
    load.catch(() => undefined);
    const more = async () => {
      const enough = receipts.length + BETWEEN;
      await expect.poll(() => receipts.length, { timeout: 60_000 }).toBeGreaterThan(enough);
    };

    await more();
    for (let kill = 0; kill < KILLS; kill++) {
      if (kill % 2 === 0) {
        await server.kill();
        await server.restart();
        await more();
      } else {
        const { pid } = server;
        killPostgresOf(server);
        await more();
        expect(server.pid).toBe(pid);
      }
    }
    over = true;
    await load;
    await withDatabase((database) => expectNothingLost(database, [ground.election], receipts));
    console.log(`${receipts.length} submissions were acknowledged around ${KILLS} kills; all are stored once`);
  }, 240_000);
});
