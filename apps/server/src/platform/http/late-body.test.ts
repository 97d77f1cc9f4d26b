import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ElectionId, ResultId } from '@ec/contract/base/common';
import { flags } from '@ec/contract/permissions/privileges';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createElection, createWard, setElectionMode } from '../../../test/builders.ts';
import { submitFor } from '../../../test/disputes.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { EVERYTHING, narrow, narrowed } from '../../../test/moderators.ts';
import { listen } from '../../../test/stream.ts';
import { photoOf } from '../../../test/uploads.ts';

let test: TestApp;
let election: ElectionId;
let result: ResultId;
let moderator: Client;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
});
beforeEach(async () => {
  const { ward, units } = await createWard(test.database.db, 1);
  const unit = units[0] ?? ward;
  result = await submitFor(await test.as('polling_unit_officer', unit), election, unit);
  moderator = await narrowed(test, EVERYTHING);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => test.close());

/** A call of the moderator of which the head and the first bytes of the body have come, and access was decided on. */
async function begun(path: string, type: string, body: Buffer): Promise<{ socket: Socket; rest: Buffer }> {
  const { hostname, port } = new URL(await listen(test));
  const counted = vi.spyOn(test.app.platform.rateLimits, 'count');
  const socket = connect(Number(port), hostname);
  const head = [
    `POST /api${path} HTTP/1.1`,
    'host: x',
    'connection: close',
    `authorization: Bearer ${moderator.token}`,
    `content-type: ${type}`,
    `content-length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body.subarray(0, 3));
  await once(socket, 'connect');
  await expect.poll(() => counted.mock.settledResults.length).toBe(1);
  return { socket, rest: body.subarray(3) };
}

/** The status and the code that the call is answered when the rest of its body comes a minute later. */
async function ended({ socket, rest }: Awaited<ReturnType<typeof begun>>): Promise<[number, string | undefined]> {
  test.clock.advance(1);
  socket.write(rest);
  const answer = await text(socket);
  const status = Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1]);
  return [status, status >= 400 ? /"code":"(\w+)"/.exec(answer)?.[1] : undefined];
}

const verify = () => begun(`/results/${result}/verify`, 'application/json', Buffer.from('{"version":1}'));

async function upload(): Promise<ReturnType<typeof begun>> {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
  const form = Buffer.concat([Buffer.from(head), await photoOf('red'), Buffer.from('\r\n--b--\r\n')]);
  return await begun('/disputes/files', 'multipart/form-data; boundary=b', form);
}

const withdraw = () =>
  narrow(
    test,
    moderator,
    flags(() => false),
  );
async function deactivate(): Promise<void> {
  const { id } = moderator.person;
  await test.database.db.updateTable('users').set({ status: 'INACTIVE' }).where('id', '=', id).execute();
  test.app.platform.sessions.forget(id);
}

const stored = async () => {
  const { rows } = await test.database.pool.query(
    'select (select status from results where id = $1) as status, (select count(*)::int from files where uploaded_by = $2) as files',
    [result, moderator.person.id],
  );
  return rows[0] as { status: string; files: number };
};

describe('a call whose body comes late', () => {
  it.each([
    ['a decision, after the privileges were withdrawn', verify, withdraw, [403, 'NO_PRIVILEGES']],
    ['a decision, after the account was deactivated', verify, deactivate, [401, 'SESSION_ENDED']],
    ['an upload, after the privileges were withdrawn', upload, withdraw, [403, 'NO_PRIVILEGES']],
    ['an upload, after the account was deactivated', upload, deactivate, [401, 'SESSION_ENDED']],
  ])('is refused: %s', async (_what, begin, end, refusal) => {
    const call = await begin();
    await end();
    expect(await ended(call)).toEqual(refusal);
    expect(await stored()).toEqual({ status: 'pending', files: 0 });
  });

  it('is carried out where nothing ended meanwhile', async () => {
    expect(await ended(await verify())).toEqual([200, undefined]);
    expect(await ended(await upload())).toEqual([201, undefined]);
    expect(await stored()).toEqual({ status: 'verified', files: 1 });
  });
});
