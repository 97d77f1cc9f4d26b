import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { codeOf } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWard, place, setElectionMode } from '../../test/builders.ts';
import { type TestApp, testApp } from '../../test/harness.ts';
import { agrees, nationOf } from './compare.ts';
import { readReplayFile } from './file.ts';
import { replay } from './replay.ts';

let test: TestApp;
let baseUrl: string;
let codes: string[];

beforeAll(async () => {
  test = await testApp();
  test.clock.set(new Date());
  await test.app.fastify.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = `http://127.0.0.1:${(test.app.fastify.server.address() as AddressInfo).port}`;
  const lagos = await createWard(test.database.db, 3, place('24-11'));
  const kano = await createWard(test.database.db, 2, place('19-01'));
  codes = [...lagos.units, ...kano.units].map(codeOf);
});
afterAll(() => test.close());

/** A file of transcribed sheets: one over-voted, one without accredited voters, one all zero, one not registered. */
async function fixture(changes: (lines: string[]) => string[] = (lines) => lines): Promise<string> {
  const figures = ['968,85,7,56,1,25', '750,90,0,0,0,0', '500,40,30,20,5,1', '500,0,3,2,1,0', ',120,60,10,40,9'];
  const lines = [
    'pu_code,state,registered,accredited,APC,LP,NNPP,PDP',
    ...figures.map((row, i) => `${codes[i]},State,${row}`),
  ];
  const file = path.join(test.app.platform.config.dataDir, 'sheets.csv');
  await writeFile(file, changes(lines).join('\n'));
  return file;
}

async function run(file: string, changes: { electionId?: string; turnOnElectionMode?: boolean } = {}) {
  return await replay({
    database: test.database,
    file: await readReplayFile(file),
    fileName: 'sheets.csv',
    electionId: changes.electionId,
    turnOnElectionMode: changes.turnOnElectionMode ?? false,
    connections: 4,
    pace: undefined,
    findServer: async () => baseUrl,
    log: () => undefined,
    onProgress: () => undefined,
  });
}

describe('a replay', () => {
  it('waits for election mode unless it may switch it on', async () => {
    await setElectionMode(test.database.db, false);
    test.app.platform.organisation.invalidate();
    await expect(run(await fixture())).rejects.toThrow('Election mode is off');
  });

  it('sends every sheet through the API, and the live sums are those of the file', async () => {
    const outcome = await run(await fixture(), { turnOnElectionMode: true });
    expect(outcome).toMatchObject({ sent: 5, taken: 5, refusals: [] });
    expect(outcome.comparisons.map(({ code }) => code)).toEqual(['19', '24']);
    expect(outcome.comparisons.every(agrees)).toBe(true);
    expect(nationOf(outcome.comparisons, ['APC', 'LP', 'NNPP', 'PDP'])).toMatchObject({
      rows: { file: 5, live: 5 },
      accredited: { file: 335, live: 335 },
      votes: [
        { party: 'APC', file: 100, live: 100 },
        { party: 'LP', file: 88, live: 88 },
        { party: 'NNPP', file: 47, live: 47 },
        { party: 'PDP', file: 35, live: 35 },
      ],
    });

    const again = await run(await fixture(), { electionId: outcome.electionId });
    expect(again).toMatchObject({ taken: 5, refusals: [], electionId: outcome.electionId });
    expect(again.comparisons.every(agrees)).toBe(true);

    const other = await fixture((lines) => lines.map((line) => line.replace(',85,7,', ',85,8,')));
    const changed = await run(other, { electionId: outcome.electionId });
    expect(changed.refusals).toMatchObject([{ code: codes[0], reason: 'IDEMPOTENCY_CONFLICT' }]);
    expect(changed.comparisons.every(agrees)).toBe(false);
  });

  it('leaves no open session, and accounts that refuse every sign-in', async () => {
    const open = await test.database.db.selectFrom('sessions').select('id').where('ended_at', 'is', null).execute();
    expect(open).toEqual([]);
    const made = await test.database.db
      .selectFrom('users')
      .select(['password_hash', 'status'])
      .where('name', 'like', 'Replay%')
      .execute();
    expect(made).toHaveLength(6);
    expect(made.every((user) => user.password_hash === null && user.status === 'INACTIVE')).toBe(true);
  });

  it('says which units the register lacks, and to import it first', async () => {
    const file = await fixture((lines) => [...lines, '01-01-01-001,Abia,1,1,1,0,0,0']);
    await expect(run(file)).rejects.toThrow(/^1 polling units of the file .*01-01-01-001.*Import the register first/);
  });

  it('names the lines that it cannot read', async () => {
    const file = await fixture((lines) => [
      ...lines,
      `${codes[0]},Lagos,1,1,1,0,0,0`,
      `24-11-99-001,Lagos,1,-1,1,0,0,0`,
      'x,y,1,1,1,0,0,0',
    ]);
    await expect(run(file)).rejects.toThrow(/line 7: .* twice\nline 8: .*whole number.*\nline 9: x is not/);
    await expect(run(await fixture(() => ['a,b', '1,2']))).rejects.toThrow('The header must begin with');
  });
});
