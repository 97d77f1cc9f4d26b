import type { DisputeId, ElectionId, UserId } from '@ec/contract/base/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, createPerson, place, setElectionMode } from '../../../test/builders.ts';
import { raised, type Reported, reportedUnit, setDisputeLevel, notificationsOf } from '../../../test/disputes.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { setLevel } from '../../../test/levels.ts';
import { EVERYTHING, narrowed } from '../../../test/moderators.ts';

let test: TestApp;
let election: ElectionId;
let lga: Client;
let state: Client;
let regional: Client;
let stranger: Client;
let at: Reported;
let id: DisputeId;

beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  lga = await test.as('lga_admin', place('24-11'));
  state = await test.as('state_admin', place('24'));
  regional = await test.as('regional_admin', place('SW'));
  stranger = await test.as('state_admin', place('19'));
});
afterAll(() => test.close());
beforeEach(async () => {
  at = await reportedUnit(test, election);
  id = await raised(at.admin, at.id);
});

const assign = (by: Client, to: Client | UserId | null) =>
  by.post(`/disputes/${id}/assign`, { userId: to !== null && typeof to === 'object' ? to.person.id : to });
const people = async (by: Client, q = '') =>
  (await by.get(`/disputes/${id}/assignees?q=${q}`)).json<{ id: UserId; phone: string | null; area: string }[]>(
    'data.people',
  );
const assigned = async () =>
  await test.database.db
    .selectFrom('audit_entries')
    .select(['user_id', 'previous_values', 'new_values'])
    .where('event', '=', 'dispute.assigned')
    .where('resource_id', '=', id)
    .orderBy('id')
    .execute();

describe('whom it can be given to', () => {
  it('are the active people above the raiser in charge of the unit, the nearest first', async () => {
    const national = await test.as('national_admin', place('NG'));
    const idle = await createPerson(test.database.db, {
      role: 'national_admin',
      area: place('NG'),
      status: 'INACTIVE',
    });
    const invited = await createPerson(test.database.db, {
      role: 'national_admin',
      area: place('NG'),
      passwordHash: null,
    });
    const found = await people(at.admin);
    const ids = found.map((person) => person.id);
    expect(ids.slice(0, 3)).toEqual([lga.person.id, state.person.id, regional.person.id]);
    expect(ids).toContain(national.person.id);
    for (const other of [at.admin.person.id, at.officer.person.id, stranger.person.id, idle.id, invited.id])
      expect(ids).not.toContain(other);
    expect(found[0]).toMatchObject({ phone: lga.person.phone, area: 'Ikeja' });
    expect((await people(at.admin, 'state_ad')).map((person) => person.id)).toEqual([state.person.id]);
  });

  it('leaves out moderators whose areas lie elsewhere, and roles without write', async () => {
    const here = await narrowed(test, { ...EVERYTHING, allowedStates: [String(place('24'))] });
    const there = await narrowed(test, { ...EVERYTHING, allowedStates: [String(place('19'))] });
    await setDisputeLevel(test, 'regional_admin', 'read');
    const ids = (await people(at.admin)).map((person) => person.id);
    await setDisputeLevel(test, 'regional_admin', 'write');
    expect(ids).toContain(here.person.id);
    expect(ids).not.toContain(there.person.id);
    expect(ids).not.toContain(regional.person.id);
    expect((await assign(at.admin, there)).code).toBe('ASSIGNEE_UNFIT');
  });

  it('are answered to users who may assign, and phone numbers to administrators only', async () => {
    await setDisputeLevel(test, 'moderator', 'write');
    const moderator = await test.as('moderator', place('NG'));
    const own = await reportedUnit(test, election);
    const ownId = await raised(moderator, own.id);
    const seen = await moderator.get(`/disputes/${ownId}/assignees`);
    expect(seen.json<{ phone: null }[]>('data.people').every(({ phone }) => phone === null)).toBe(true);
    const count = async (by: Client, of: DisputeId, q: string) =>
      (await by.get(`/disputes/${of}/assignees?q=${encodeURIComponent(q)}`)).json<unknown[]>('data.people').length;
    // Nor can a phone number be discovered through the search.
    const { phone: number } = lga.person;
    expect(await count(moderator, ownId, number)).toBe(0);
    expect(await count(moderator, ownId, 'lga_admin')).toBe(1);
    expect(await count(at.admin, id, number)).toBe(1);
    await setLevel(test, 'ward_admin', 'user_management', 'none');
    // The phone number of the office above stays visible, even without access to lists of users.
    expect((await people(at.admin)).flatMap(({ phone }) => phone ?? [])).toEqual([number]);
    expect(await count(at.admin, id, number)).toBe(1);
    await setLevel(test, 'ward_admin', 'user_management', 'write');
    expect((await moderator.get(`/disputes/${id}/assignees`)).code).toBe('DISPUTE_FOR_LEVEL_ABOVE');
    const third = await reportedUnit(test, election);
    const above = await raised(lga, third.id);
    expect((await third.admin.get(`/disputes/${above}/assignees`)).code).toBe('DISPUTE_FOR_LEVEL_ABOVE');
    expect((await stranger.get(`/disputes/${id}/assignees`)).status).toBe(404);
    expect((await at.officer.get(`/disputes/${id}/assignees`)).status).toBe(403);
    expect((await test.anonymous.get(`/disputes/${id}/assignees`)).status).toBe(401);
  });
});

describe('giving it', () => {
  it('leaves an entry in history and log, and notifies the assignee', async () => {
    const reply = await assign(at.admin, state);
    expect(reply.json('data')).toMatchObject({
      assignee: { id: state.person.id },
      entries: [
        { kind: 'raised' },
        { kind: 'assigned', by: { id: at.admin.person.id }, assignee: { id: state.person.id } },
      ],
    });
    expect(await notificationsOf(test, state, id)).toEqual(['Dispute assigned to you']);
    expect((await assign(state, null)).json('data.assignee')).toBeNull();
    expect((await assign(lga, lga)).json('data.assignee')).toMatchObject({ id: lga.person.id });
    expect(await notificationsOf(test, lga, id)).toEqual(['Dispute raised']);
    expect(await assigned()).toMatchObject([
      {
        user_id: at.admin.person.id,
        previous_values: { assigneeId: null },
        new_values: { assigneeId: state.person.id },
      },
      { previous_values: { assigneeId: state.person.id }, new_values: { assigneeId: null } },
      { previous_values: { assigneeId: null }, new_values: { assigneeId: lga.person.id } },
    ]);
  });

  it('to the present assignee changes nothing, also where they have left office since', async () => {
    await assign(lga, state);
    expect((await assign(regional, state)).status).toBe(200);
    const { db } = test.database;
    await db.updateTable('users').set({ status: 'INACTIVE' }).where('id', '=', state.person.id).execute();
    const seen = await lga.get(`/disputes/${id}`);
    expect(seen.json('data.assignee')).toMatchObject({ id: state.person.id });
    expect((await assign(lga, state)).status).toBe(200);
    expect(await assigned()).toHaveLength(1);
    expect((await assign(lga, regional)).status).toBe(200);
    const back = await assign(lga, state);
    expect([back.status, back.code]).toEqual([409, 'ASSIGNEE_UNFIT']);
    await db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', state.person.id).execute();
    const comment = await lga.post(`/disputes/${id}/comments`, { text: 'Passed on' });
    expect(comment.status).toBe(200);
    expect(await notificationsOf(test, state, id)).toEqual(['Dispute assigned to you']);
    expect(await notificationsOf(test, regional, id)).toEqual(['Dispute assigned to you', 'New comment on a dispute']);
  });

  it.each([
    ['the raiser', () => at.admin.person.id, 'Test ward_admin'],
    ['the person who entered the figures', () => at.officer.person.id, 'Test polling_unit_officer'],
    ['a user of another area, whose name stays unknown', () => stranger.person.id, 'This person'],
    ['an unknown user', () => '00000000-0000-4000-8000-000000000000' as UserId, 'This person'],
  ])('not to %s', async (_, who, name) => {
    const reply = await assign(lga, who());
    expect([reply.status, reply.code]).toEqual([409, 'ASSIGNEE_UNFIT']);
    expect(reply.json('details.name')).toBe(name);
  });

  it('is not for others, and not once it is over', async () => {
    expect((await assign(stranger, state)).status).toBe(404);
    expect((await assign(at.officer, state)).status).toBe(403);
    expect((await test.anonymous.post(`/disputes/${id}/assign`, { userId: null })).status).toBe(401);
    expect((await lga.post(`/disputes/${id}/assign`, {})).status).toBe(400);
    await lga.post(`/disputes/${id}/resolve`, { version: 1, resolution: 'verify', reason: 'Agrees' });
    const late = await assign(lga, state);
    expect([late.status, late.code]).toEqual([409, 'DISPUTE_RESOLVED']);
    expect(await people(lga)).toEqual([]);
  });

  it('of two who assign it at once, the history has both in order', async () => {
    await Promise.all([assign(lga, state), assign(regional, regional), assign(at.admin, lga)]);
    const log = await assigned();
    expect(log).toHaveLength(3);
    const chain = log.map((entry) => [entry.previous_values?.assigneeId, entry.new_values?.assigneeId]);
    expect(chain[0]?.[0]).toBeNull();
    expect([chain[1]?.[0], chain[2]?.[0]]).toEqual([chain[0]?.[1], chain[1]?.[1]]);
    const seen = await lga.get(`/disputes/${id}`);
    expect(seen.json('data.assignee.id')).toBe(chain[2]?.[1]);
  });

  it('or resolve it at once, no resolved dispute is given to anybody', async () => {
    const [given, resolved] = await Promise.all([
      assign(regional, state),
      lga.post(`/disputes/${id}/resolve`, { version: 1, resolution: 'verify', reason: 'Agrees' }),
    ]);
    expect(resolved.status).toBe(200);
    const kinds = (await lga.get(`/disputes/${id}`)).json<{ kind: string }[]>('data.entries').map(({ kind }) => kind);
    expect(kinds).toEqual(given.status === 200 ? ['raised', 'assigned', 'resolved'] : ['raised', 'resolved']);
  });
});

it('stays with the office above where the raiser moved up', async () => {
  const { db } = test.database;
  await db
    .updateTable('users')
    .set({ role: 'national_admin', area_id: place('NG') })
    .where('id', '=', at.admin.person.id)
    .execute();
  const promoted = await test.signIn({ ...at.admin.person, role: 'national_admin', area: place('NG') });
  const own = await promoted.post(`/disputes/${id}/resolve`, { version: 1, resolution: 'verify', reason: 'Mine' });
  expect(own.code).toBe('DISPUTE_FOR_LEVEL_ABOVE');
  const seen = await lga.get(`/disputes/${id}`);
  expect(seen.json('data')).toMatchObject({ raisedBy: { role: 'ward_admin' }, can: { verify: true } });
});
