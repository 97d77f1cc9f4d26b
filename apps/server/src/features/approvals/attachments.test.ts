import type { FileId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createPerson, createWard, nextPhone, place, setElectionMode } from '../../../test/builders.ts';
import { raise, reportedUnit } from '../../../test/disputes.ts';
import { setLevel } from '../../../test/levels.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { ageFile, photoOf, sendFile } from '../../../test/uploads.ts';
import { removeUnusedFiles } from '../files/jobs.ts';

let test: TestApp;
let national: Client;
let state: Client;
let lga: Client;
let admin: Client;
let units: LocationId[];
let letter: Buffer;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  await setElectionMode(test.database.db, true);
  letter = await photoOf('#e8e8dc');
  national = await test.as('national_admin', place('NG'));
  state = await test.as('state_admin', place('24'));
  lga = await test.as('lga_admin', place('24-11'));
});
afterAll(() => test.close());
beforeEach(async () => {
  const made = await createWard(test.database.db, 2);
  units = made.units;
  admin = await test.as('ward_admin', made.ward);
});

const upload = (by: Client, url = '/api/approvals/files') => sendFile(by, letter, url);

async function uploaded(by: Client, url?: string): Promise<FileId> {
  const reply = await upload(by, url);
  expect(reply.status).toBe(201);
  return reply.json<FileId>('data.id');
}

const justification = 'No officer reports from this unit.';

/** Asks about a request, as its decider does. */
async function ask(decider: Client, raised: Reply): Promise<string> {
  expect(raised.status, raised.text).toBe(201);
  const id = raised.json<string>('data.id');
  const wanted = { comment: 'Where is her letter?', requiredInfo: ['The letter'] };
  expect((await decider.post(`/approvals/${id}/request-info`, wanted)).status).toBe(200);
  return id;
}

/** A request of the ward's administrator about which the LGA's has asked for more. */
async function asked(pollingUnit = units[0]): Promise<string> {
  const userData = { name: 'Ngozi Ade', phone: nextPhone(), role: 'polling_unit_officer', pollingUnit };
  return await ask(lga, await admin.post('/approvals', { requestType: 'CREATE', userData, justification }));
}

const answer = (by: Client, id: string, attachments: readonly string[]): Promise<Reply> =>
  by.post(`/approvals/${id}/answer`, { answer: 'Here it is.', attachments });
const seen = async (by: Pick<Client, 'get'>, id: string) => (await by.get(`/files/${id}`)).status;
const waits = async (id: string) => (await admin.get(`/approvals/${id}`)).json('data.requiredInfo');

describe('the pictures of an answer', () => {
  it('are stored with it, named by its audit entry, and shown in the course of the request', async () => {
    const id = await asked();
    const attachments = [await uploaded(admin), await uploaded(admin)].sort();
    const reply = await answer(admin, id, [...attachments, ...attachments.slice(1)]);
    expect(reply.status, reply.text).toBe(200);
    const shown = { kind: 'answered', comment: 'Here it is.', attachments };
    const history = (await lga.get(`/approvals/${id}`)).json<{ attachments: FileId[] }[]>('data.history');
    expect(history.map((entry) => entry.attachments.length)).toEqual([0, 0, 2]);
    expect(history[2]).toMatchObject(shown);
    const entry = await test.database.db
      .selectFrom('audit_entries')
      .select('new_values')
      .where('resource_id', '=', id)
      .where('event', '=', 'approval.answered')
      .executeTakeFirstOrThrow();
    expect(entry.new_values).toEqual({ answer: 'Here it is.', attachments });
  });

  it('are seen by those who see the request, once they are attached, and by no other reader', async () => {
    const id = await asked();
    const picture = await uploaded(admin);
    expect([await seen(admin, picture), await seen(lga, picture), await seen(national, picture)]).toEqual([
      200, 404, 404,
    ]);
    expect((await answer(admin, id, [picture])).status).toBe(200);
    for (const reader of [admin, lga, state, national]) expect(await seen(reader, picture)).toBe(200);
    const others = await Promise.all([
      test.as('lga_admin', place('24-12')),
      test.as('state_admin', place('19')),
      test.as('ward_admin', (await createWard(test.database.db, 1)).ward),
      test.as('polling_unit_officer', units[1] ?? null),
      test.as('moderator', place('NG')),
    ]);
    for (const other of others) expect(await seen(other, picture)).toBe(404);
    expect(await seen(test.anonymous, picture)).toBe(401);
  });

  it('are not seen by a role below the requester, or without access to approvals', async () => {
    const officer = await createPerson(test.database.db, { role: 'polling_unit_officer', area: units[0] ?? null });
    const about = { requestType: 'DEACTIVATE', targetUserId: officer.id, justification };
    const picture = await uploaded(lga);
    const above = await ask(state, await lga.post('/approvals', about));
    expect((await answer(lga, above, [picture])).status).toBe(200);
    expect([await seen(lga, picture), await seen(state, picture), await seen(admin, picture)]).toEqual([200, 200, 404]);
    const own = await uploaded(admin);
    expect((await answer(admin, await asked(units[1]), [own])).status).toBe(200);
    await setLevel(test, 'lga_admin', 'approvals', 'none');
    expect([await seen(lga, own), await seen(admin, own)]).toEqual([404, 200]);
    await setLevel(test, 'lga_admin', 'approvals', 'write');
  });

  it('show their readers no place and no device of the photo', async () => {
    const taken = await sharp(letter)
      .withExif({ IFD0: { Model: 'A phone' } })
      .jpeg()
      .toBuffer();
    const picture = (await sendFile(admin, taken, '/api/approvals/files')).json<FileId>('data.id');
    await answer(admin, await asked(), [picture]);
    const original = await test.app.fastify.inject({
      url: `/api/files/${picture}?variant=original`,
      headers: { authorization: `Bearer ${lga.token}` },
    });
    expect(original.headers['content-disposition']).toBe(`attachment; filename="picture-${picture}.jpg"`);
    expect([
      (await sharp(taken).metadata()).exif !== undefined,
      (await sharp(original.rawPayload).metadata()).exif,
    ]).toEqual([true, undefined]);
  });

  it('stay as long as the answer; one that was never sent is removed after a day', async () => {
    const [sent, unsent] = [await uploaded(admin), await uploaded(admin)];
    expect((await answer(admin, await asked(), [sent])).status).toBe(200);
    for (const id of [sent, unsent]) await ageFile(test, id);
    await removeUnusedFiles(test.app.platform, new AbortController().signal);
    expect([await seen(lga, sent), await seen(admin, unsent)]).toEqual([200, 404]);
  });
});

describe('an answer is refused, and nothing of it stored,', () => {
  it('with a picture of another user, of another purpose, of an earlier answer, or an unknown one', async () => {
    const used = await uploaded(admin);
    expect((await answer(admin, await asked(), [used])).status).toBe(200);
    const id = await asked(units[1]);
    const [good, foreign] = [await uploaded(admin), await uploaded(lga)];
    const [dispute, chat] = [await uploaded(admin, '/api/disputes/files'), await uploaded(admin, '/api/chat/files')];
    for (const bad of [foreign, dispute, chat, used, '00000000-0000-4000-8000-000000000000']) {
      const reply = await answer(admin, id, [good, bad]);
      expect([reply.status, reply.code]).toEqual([400, 'ATTACHMENT_NOT_FOUND']);
      expect(reply.json('fields.0.path')).toBe('attachments');
    }
    expect(await waits(id)).toEqual(['The letter']);
    expect((await answer(admin, id, [good])).status).toBe(200);
  });

  it('with a fourth picture', async () => {
    const id = await asked();
    const pictures = [await uploaded(admin), await uploaded(admin), await uploaded(admin), await uploaded(admin)];
    const reply = await answer(admin, id, pictures);
    expect([reply.status, reply.code, reply.json('fields.0')]).toEqual([
      400,
      'VALIDATION_FAILED',
      { path: 'attachments', message: 'Attach at most 3 pictures' },
    ]);
    expect(await waits(id)).toEqual(['The letter']);
    expect((await answer(admin, id, pictures.slice(1))).status).toBe(200);
  });

  it('with a picture that goes into another answer at the same moment', async () => {
    const requests = [await asked(), await asked(units[1])];
    const picture = await uploaded(admin);
    const replies = await Promise.all(requests.map((id) => answer(admin, id, [picture])));
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([undefined, 'ATTACHMENT_NOT_FOUND']));
  });
});

it('passes for nothing else', async () => {
  const at = await reportedUnit(test, await createElection(test.database.db));
  const reply = await raise(at.admin, at.id, { fileId: await uploaded(at.admin) });
  expect([reply.status, reply.code]).toEqual([400, 'ATTACHMENT_NOT_FOUND']);
});

it('is uploaded by those who may raise requests', async () => {
  const officer = await test.as('polling_unit_officer', units[1] ?? null);
  expect([(await upload(officer)).status, (await upload(await test.as('moderator', place('NG')))).status]).toEqual([
    403, 403,
  ]);
  expect((await test.anonymous.send({ method: 'POST', url: '/api/approvals/files' })).status).toBe(401);
  expect((await admin.post('/approvals/files', {})).code).toBe('FILE_MISSING');
});
