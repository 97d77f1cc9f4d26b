import type { DisputeId, ElectionId, FileId } from '@ec/contract/base/common';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createElection, place, setElectionMode } from '../../../test/builders.ts';
import { raise, type Reported, reportedUnit, setDisputeLevel } from '../../../test/disputes.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { changeFiles } from '../../../test/uploads.ts';

let test: TestApp;
let election: ElectionId;
let lga: Client;
let stranger: Client;
let at: Reported;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  lga = await test.as('lga_admin', place('24-11'));
  stranger = await test.as('state_admin', place('19'));
});
afterAll(() => test.close());
beforeEach(async () => {
  at = await reportedUnit(test, election);
});

async function upload(by: Pick<Client, 'send'>, path = '/disputes/files'): Promise<Reply> {
  const content = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#e8e8dc' } })
    .jpeg()
    .toBuffer();
  const head =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="copy.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
  return await by.send({
    method: 'POST',
    url: `/api${path}`,
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
}
const uploaded = async (by: Client): Promise<FileId> => {
  const reply = await upload(by);
  expect(reply.status).toBe(201);
  return reply.json<FileId>('data.id');
};

it('is uploaded by a user who may write on disputes, under the limits of sheets', async () => {
  await uploaded(at.admin);
  expect((await upload(at.officer)).status).toBe(403);
  expect((await upload(at.admin, '/files')).status).toBe(403);
  expect((await upload(test.anonymous)).status).toBe(401);
  expect((await at.admin.post('/disputes/files', {})).code).toBe('FILE_MISSING');
});

it('is seen by its uploader, and once it is attached by the readers of the dispute', async () => {
  const fileId = await uploaded(at.admin);
  const seen = async (by: Client) => (await by.get(`/files/${fileId}`)).status;
  expect([await seen(at.admin), await seen(lga)]).toEqual([200, 404]);
  const reply = await raise(at.admin, at.id, { fileId });
  expect(reply.json('data.entries.0')).toMatchObject({ kind: 'raised', fileId });
  expect([await seen(lga), await seen(stranger), await seen(at.officer)]).toEqual([200, 404, 404]);
  expect((await test.anonymous.get(`/files/${fileId}`)).status).toBe(401);
  await setDisputeLevel(test, 'lga_admin', 'none');
  expect(await seen(lga)).toBe(404);
  await setDisputeLevel(test, 'lga_admin', 'write');
  const moderator = await test.as('moderator', place('NG'));
  expect(await seen(moderator)).toBe(404);
  await setDisputeLevel(test, 'moderator', 'read');
  expect(await seen(moderator)).toBe(200);
  await setDisputeLevel(test, 'moderator', 'none');
});

it('goes with a comment too', async () => {
  const fileId = await uploaded(lga);
  const id = (await raise(at.admin, at.id)).json<DisputeId>('data.id');
  const reply = await lga.post(`/disputes/${id}/comments`, { text: 'Our copy', fileId });
  expect(reply.json('data.entries.1')).toMatchObject({ kind: 'comment', text: 'Our copy', fileId });
  expect((await at.admin.get(`/files/${fileId}`)).status).toBe(200);
});

it("cannot be another's, unknown, or a profile picture, and then nothing is stored", async () => {
  const theirs = await uploaded(lga);
  const portrait = await uploaded(at.admin);
  await changeFiles(test, portrait, "purpose = 'profile_picture'");
  for (const fileId of [theirs, portrait, '00000000-0000-4000-8000-000000000000']) {
    const reply = await raise(at.admin, at.id, { fileId });
    expect([reply.status, reply.code]).toEqual([400, 'ATTACHMENT_NOT_FOUND']);
    expect(reply.json('fields.0.path')).toBe('fileId');
  }
  expect((await at.admin.get(`/results/${at.id}`)).json('data.status')).toBe('pending');
  const id = (await raise(at.admin, at.id)).json<DisputeId>('data.id');
  const stolen = await at.admin.post(`/disputes/${id}/comments`, { text: 'Look', fileId: theirs });
  expect([stolen.status, stolen.code]).toEqual([400, 'ATTACHMENT_NOT_FOUND']);
  expect((await lga.get(`/disputes/${id}`)).json('data.comments')).toBe(0);
});
