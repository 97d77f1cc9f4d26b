import type { DisputeId, ElectionId } from '@ec/contract/base/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, place, setElectionMode } from '../../../test/builders.ts';
import {
  raise,
  raised,
  type Reported,
  reportedUnit,
  setDisputeLevel,
  strayDisputes,
  submitFor,
  notificationsOf,
} from '../../../test/disputes.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { compareTallies } from '../results/tally-repository.ts';

let test: TestApp;
let election: ElectionId;
let lga: Client;
let state: Client;
let stranger: Client;
let at: Reported;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  lga = await test.as('lga_admin', place('24-11'));
  state = await test.as('state_admin', place('24'));
  stranger = await test.as('state_admin', place('19'));
});
afterAll(() => test.close());
beforeEach(async () => {
  at = await reportedUnit(test, election);
});

const resolve = (by: Client, id: DisputeId, resolution: string, changes: object = {}) =>
  by.post(`/disputes/${id}/resolve`, {
    version: 1,
    resolution,
    reason: 'Compared with the agents’ copies',
    ...changes,
  });
const comment = (by: Client, id: DisputeId, text = 'Which figure?') => by.post(`/disputes/${id}/comments`, { text });
const auditOf = async (event: string, resourceId: string) =>
  await test.database.db
    .selectFrom('audit_entries')
    .select(['user_id', 'area_id', 'previous_values', 'new_values'])
    .where('event', '=', event)
    .where('resource_id', '=', resourceId)
    .execute();

describe('raising', () => {
  it('moves the result to disputed, with its record, audit entry and notifications', async () => {
    const reply = await raise(at.admin, at.id);
    expect(reply.status).toBe(201);
    const id = reply.json<DisputeId>('data.id');
    expect(reply.json('data')).toMatchObject({
      resultId: at.id,
      status: 'open',
      version: 1,
      raisedBy: { id: at.admin.person.id, role: 'ward_admin' },
      assignee: null,
      figures: { version: 1, totalVotes: 140 },
      entries: [{ kind: 'raised', text: 'The agents’ copies differ', by: { id: at.admin.person.id } }],
      can: { comment: true, assign: true, verify: false, return: false, cancel: false },
    });
    expect(reply.json<string>('data.hint')).toContain('above the person who raised it');
    const result = await at.admin.get(`/results/${at.id}`);
    expect(result.json('data')).toMatchObject({ status: 'disputed', disputeId: id });
    expect(await auditOf('result.disputed', at.id)).toMatchObject([
      {
        user_id: at.admin.person.id,
        area_id: at.unit,
        previous_values: { status: 'pending' },
        new_values: { status: 'disputed', disputeId: id },
      },
    ]);
    expect(await notificationsOf(test, lga, id)).toEqual(['Dispute raised']);
    expect(await notificationsOf(test, state, id)).toEqual([]);
    const officerNotes = await at.officer.get('/notifications');
    expect(officerNotes.json('data.notifications.0')).toMatchObject({ title: 'Result disputed', topic: 'results' });
  });

  it('does the same by the decision on the result, also on a verified one', async () => {
    await at.admin.post(`/results/${at.id}/verify`, { version: 1 });
    const reply = await lga.post(`/results/${at.id}/dispute`, { version: 1, reason: 'Too good to be true' });
    expect(reply.json('data.status')).toBe('disputed');
    const dispute = await state.get(`/disputes/${reply.json<string>('data.disputeId')}`);
    expect(dispute.json('data')).toMatchObject({ reason: 'Too good to be true', raisedBy: { role: 'lga_admin' } });
  });

  it('notifies the next office above where the nearest is vacant or away', async () => {
    const { db } = test.database;
    await db.updateTable('users').set({ status: 'INACTIVE' }).where('id', '=', lga.person.id).execute();
    const id = await raised(at.admin, at.id);
    await db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', lga.person.id).execute();
    expect([await notificationsOf(test, lga, id), await notificationsOf(test, state, id)]).toEqual([
      [],
      ['Dispute raised'],
    ]);
  });

  it('is open to a moderator who holds write, and to no officer', async () => {
    const moderator = await test.as('moderator', place('NG'));
    expect((await raise(moderator, at.id)).code).toBe('MODULE_DENIED');
    await setDisputeLevel(test, 'moderator', 'read');
    expect((await raise(moderator, at.id)).code).toBe('LEVEL_DENIED');
    expect((await moderator.get(`/results/${at.id}`)).status).toBe(200);
    expect((await moderator.get('/results?status=pending')).text).toContain(at.id);
    await setDisputeLevel(test, 'moderator', 'write');
    const reply = await raise(moderator, at.id);
    expect(reply.json('data.can')).toMatchObject({ comment: true, assign: true, verify: false });
    await setDisputeLevel(test, 'moderator', 'none');
    expect((await moderator.get(`/results/${at.id}`)).code).toBe('MODULE_DENIED');
    expect((await raise(at.officer, at.id)).status).toBe(403);
    expect((await at.admin.post(`/results/${at.id}/verify`, { version: 1 })).json('data.status')).toBe('verified');
  });

  it('refuses what is missing, another area, and what is disputed already', async () => {
    const bad = await at.admin.post('/disputes', { resultId: 'x', reason: ' ', fileId: 'y' });
    expect(bad.status).toBe(400);
    expect(bad.json<{ path: string }[]>('fields').map(({ path }) => path)).toEqual([
      'reason',
      'version',
      'fileId',
      'resultId',
    ]);
    expect((await raise(stranger, at.id)).status).toBe(404);
    expect((await test.anonymous.post('/disputes', {})).status).toBe(401);
    expect((await raise(at.admin, at.id, { version: 7 })).code).toBe('CONFLICT');
    await raised(at.admin, at.id);
    const again = await raise(lga, at.id);
    expect([again.status, again.code]).toEqual([409, 'RESULT_TRANSITION']);
  });
});

describe('resolving', () => {
  it.each([
    ['verify', 'verified'],
    ['return', 'returned'],
    ['cancel', 'cancelled'],
  ])('by %s ends the dispute and moves the result, once', async (resolution, status) => {
    const id = await raised(at.admin, at.id);
    const reply = await resolve(lga, id, resolution);
    expect(reply.json('data')).toMatchObject({
      status: 'resolved',
      resolvedAs: status,
      resolvedBy: { id: lga.person.id },
      hint: null,
      can: { comment: false, assign: false, verify: false, return: false, cancel: false },
    });
    expect(reply.json<{ kind: string }[]>('data.entries').map(({ kind }) => kind)).toEqual(['raised', 'resolved']);
    expect((await lga.get(`/results/${at.id}`)).json('data')).toMatchObject({ status, disputeId: null });
    expect(await auditOf(`result.${status}`, at.id)).toMatchObject([
      { user_id: lga.person.id, previous_values: { status: 'disputed' }, new_values: { status, disputeId: id } },
    ]);
    expect(await notificationsOf(test, at.admin, id)).toEqual(['Dispute resolved']);
    const again = await resolve(state, id, 'cancel');
    expect([again.status, again.code]).toEqual([409, 'DISPUTE_RESOLVED']);
    expect(await compareTallies(test.database.db, election)).toEqual([]);
  });

  it('by the decision on the result does the same', async () => {
    const id = await raised(at.admin, at.id);
    expect((await lga.post(`/results/${at.id}/verify`, { version: 1, comment: 'Agrees' })).status).toBe(200);
    expect((await lga.get(`/disputes/${id}`)).json('data')).toMatchObject({ resolvedAs: 'verified' });
  });

  it('lets the officer send a new version after a return, which can be disputed anew', async () => {
    const first = await raised(at.admin, at.id);
    await resolve(lga, first, 'return');
    await submitFor(at.officer, election, at.unit, { voidVotes: 3 });
    expect((await raise(at.admin, at.id, { version: 1 })).code).toBe('CONFLICT');
    const second = await raised(at.admin, at.id, { version: 2 });
    const stale = await resolve(lga, second, 'verify', { version: 1 });
    expect([stale.status, stale.code]).toEqual([409, 'CONFLICT']);
    expect((await lga.get(`/disputes/${second}`)).json('data')).toMatchObject({
      version: 2,
      figures: { voidVotes: 3 },
    });
    expect((await lga.get(`/disputes/${first}`)).json('data')).toMatchObject({ version: 1, figures: { voidVotes: 4 } });
    expect((await resolve(lga, first, 'verify')).code).toBe('DISPUTE_RESOLVED');
  });

  it('never verifies an over-voted sheet', async () => {
    const over = await reportedUnit(test, election, { accreditedVoters: 10 });
    const id = await raised(over.admin, over.id);
    expect((await resolve(lga, id, 'verify')).code).toBe('OVER_VOTING_NOT_VERIFIABLE');
    const seen = await lga.get(`/disputes/${id}`);
    expect(seen.json('data')).toMatchObject({ hint: null, can: { verify: false, return: true, cancel: true } });
    expect((await resolve(lga, id, 'cancel')).status).toBe(200);
  });

  it('is refused to the raiser, to their equals, outside the area, and to who may only read', async () => {
    const id = await raised(lga, at.id);
    for (const client of [lga, at.admin]) {
      const reply = await resolve(client, id, 'verify');
      expect([reply.status, reply.code]).toEqual([403, 'DISPUTE_FOR_LEVEL_ABOVE']);
    }
    expect((await resolve(stranger, id, 'verify')).status).toBe(404);
    expect((await resolve(at.officer, id, 'verify')).status).toBe(403);
    expect((await resolve(lga, id, 'burn')).status).toBe(400);
    expect((await resolve(state, id, 'verify', { reason: '' })).status).toBe(400);
    await setDisputeLevel(test, 'state_admin', 'read');
    expect((await resolve(state, id, 'verify')).code).toBe('LEVEL_DENIED');
    expect((await state.get(`/disputes/${id}`)).json('data')).toMatchObject({ can: { comment: false, verify: false } });
    await setDisputeLevel(test, 'state_admin', 'write');
    expect((await resolve(state, id, 'verify')).status).toBe(200);
  });

  it('ends with the archive', async () => {
    const other = await createElection(test.database.db);
    const unit = await reportedUnit(test, other);
    const id = await raised(unit.admin, unit.id);
    await test.database.db.updateTable('elections').set({ status: 'archived' }).where('id', '=', other).execute();
    expect((await resolve(lga, id, 'verify')).code).toBe('ELECTION_NOT_LIVE');
    const seen = await lga.get(`/disputes/${id}`);
    expect(seen.json('data')).toMatchObject({ can: { verify: false }, hint: expect.stringContaining('archived') });
    const result = await lga.get(`/results/${unit.id}`);
    const nothing = { verify: false, return: false, dispute: false, cancel: false, resubmit: false };
    expect(result.json('data')).toMatchObject({ can: nothing, hint: expect.stringContaining('archived') });
    expect((await lga.get(`/disputes?electionId=${other}`)).json('data.total')).toBe(1);
    expect((await lga.get(`/disputes?electionId=${other}&whose=mine`)).json('data.total')).toBe(0);
  });
});

describe('commenting', () => {
  it('adds to the history, with audit entry, and notifies the other participants', async () => {
    const id = await raised(at.admin, at.id);
    expect((await comment(lga, id)).json('data.comments')).toBe(1);
    await comment(at.admin, id, 'Box 2');
    const reply = await comment(state, id, '<b>Attach</b> the copy');
    expect(reply.json('data.entries')).toMatchObject([
      { kind: 'raised' },
      { kind: 'comment', text: 'Which figure?', by: { id: lga.person.id } },
      { kind: 'comment', text: 'Box 2' },
      { kind: 'comment', text: '<b>Attach</b> the copy' },
    ]);
    expect(await auditOf('dispute.commented', id)).toHaveLength(3);
    const said = 'New comment on a dispute';
    expect(await notificationsOf(test, at.admin, id)).toEqual([said, said]);
    expect(await notificationsOf(test, lga, id)).toEqual(['Dispute raised', said, said]);
    expect(await notificationsOf(test, state, id)).toEqual([]);
  });

  it('notifies no user who was moved, deactivated, or may no longer read disputes', async () => {
    const { db } = test.database;
    const id = await raised(at.admin, at.id);
    await comment(lga, id);
    const other = await reportedUnit(test, election);
    await db.updateTable('users').set({ area_id: null }).where('id', '=', other.admin.person.id).execute();
    await db.updateTable('users').set({ area_id: other.ward }).where('id', '=', at.admin.person.id).execute();
    await db.updateTable('users').set({ status: 'SUSPENDED' }).where('id', '=', lga.person.id).execute();
    await comment(state, id, 'Anybody there?');
    await db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', lga.person.id).execute();
    expect(await notificationsOf(test, at.admin, id)).toEqual(['New comment on a dispute']);
    expect(await notificationsOf(test, lga, id)).toEqual(['Dispute raised']);
  });

  it('is refused without words, outside the area, without write, and once it is over', async () => {
    const id = await raised(at.admin, at.id);
    expect((await comment(lga, id, '  ')).status).toBe(400);
    expect((await comment(lga, id, 'x'.repeat(1001))).status).toBe(400);
    expect((await comment(stranger, id)).status).toBe(404);
    expect((await comment(at.officer, id)).status).toBe(403);
    expect((await test.anonymous.post(`/disputes/${id}/comments`, { text: 'x' })).status).toBe(401);
    await resolve(lga, id, 'verify');
    const late = await comment(lga, id);
    expect([late.status, late.code]).toEqual([409, 'DISPUTE_RESOLVED']);
  });
});

describe('of what happens at once', () => {
  it('two who raise leave one dispute', async () => {
    const replies = await Promise.all([raise(at.admin, at.id), raise(lga, at.id), raise(state, at.id)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    const rows = await test.database.db.selectFrom('disputes').select('id').where('result_id', '=', at.id).execute();
    expect(rows).toHaveLength(1);
  });

  it('of two resolutions, or a resolution and a decision on the result, one holds', async () => {
    const id = await raised(at.admin, at.id);
    const replies = await Promise.all([
      resolve(lga, id, 'verify'),
      resolve(state, id, 'cancel'),
      lga.post(`/results/${at.id}/return`, { version: 1, reason: 'Send it again' }),
      comment(state, id, 'Wait'),
    ]);
    const statuses = replies.slice(0, 3).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const seen = await state.get(`/disputes/${id}`);
    const result = await state.get(`/results/${at.id}`);
    expect(seen.json('data.resolvedAs')).toBe(result.json('data.status'));
    const kinds = seen.json<{ kind: string }[]>('data.entries').filter(({ kind }) => kind === 'resolved');
    expect(kinds).toHaveLength(1);
    expect(await compareTallies(test.database.db, election)).toEqual([]);
  });

  it('a result is disputed if and only if a dispute about it is open', async () => {
    expect(await strayDisputes(test)).toBe(0);
  });
});

it('notifies open consoles of each step', async () => {
  const id = await raised(at.admin, at.id);
  await comment(lga, id);
  await resolve(lga, id, 'return');
  const { rows } = await test.database.pool.query<{ type: string }>(
    "select payload->>'type' as type from events where payload->>'disputeId' = $1",
    [id],
  );
  expect(rows.map(({ type }) => type)).toEqual(['dispute.changed', 'dispute.changed', 'dispute.changed']);
});
