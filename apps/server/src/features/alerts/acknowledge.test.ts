import type { Alert, AlertOwners } from '@ec/contract/alerts/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alertsOf, raiseByHand, notificationsOf } from '../../../test/alerts.ts';
import { createElection, createPerson, createWard, place } from '../../../test/builders.ts';
import { type Client, ELECTION_NIGHT, type TestApp, testApp } from '../../../test/harness.ts';
import { setLevel } from '../../../test/levels.ts';
import { auditOf, fieldOf } from '../../../test/looks.ts';
import { EVERYTHING, narrow, narrowed } from '../../../test/moderators.ts';
import { escalateAlerts } from './escalate-service.ts';

let test: TestApp;
let ward: LocationId;
let units: LocationId[];
let wardAdmin: Client;
let lga: Client;
let state: Client;

beforeAll(async () => {
  test = await testApp();
  lga = await test.as('lga_admin', place('24-11'));
  state = await test.as('state_admin', place('24'));
});
beforeEach(async () => {
  ({ ward, units } = await createWard(test.database.db, 1));
  wardAdmin = await test.as('ward_admin', ward);
});
afterAll(() => test.close());

const acknowledge = async (client: Client, { id }: Alert, body: object = {}) =>
  await client.post(`/alerts/${id}/acknowledge`, body);

describe('acknowledging', () => {
  it('takes care of it oneself where no owner is named, with a note, and says so everywhere', async () => {
    const alert = await raiseByHand(test, ward);
    const reply = await acknowledge(wardAdmin, alert, { note: 'I call them' });
    const link = { id: wardAdmin.person.id, name: wardAdmin.person.name, role: 'ward_admin' };
    expect(reply.json('data')).toMatchObject({
      acknowledgedBy: link,
      owner: link,
      note: 'I call them',
      acknowledgedAt: test.clock.now().toISOString(),
      can: { acknowledge: false, giveOwner: true },
    });
    expect((await alertsOf(wardAdmin, 'state=mine')).map(({ id }) => id)).toEqual([alert.id]);
    expect(await alertsOf(wardAdmin, 'state=open')).toEqual([]);
    expect((await alertsOf(state, `area=${ward}&state=acknowledged`))[0]?.owner).toEqual(link);
    expect(await auditOf(test, 'alert.acknowledged', alert.id)).toMatchObject([
      { by: wardAdmin.person.id, next: { ownerId: wardAdmin.person.id, note: 'I call them' } },
    ]);
  });

  it('gives it to another administrator of the place, who is notified', async () => {
    const alert = await raiseByHand(test, ward);
    const reply = await acknowledge(lga, alert, { ownerId: wardAdmin.person.id });
    expect(reply.json('data.owner.id')).toBe(wardAdmin.person.id);
    expect(await notificationsOf(test, wardAdmin)).toContainEqual({
      title: 'Alert given to you: Ballots are short',
      url: `/alerts?alert=${alert.id}`,
    });
  });

  it.each<[string, () => Promise<string>]>([
    ['an officer', async () => (await test.as('polling_unit_officer', units[0] ?? ward)).person.id],
    [
      'the admin of another ward',
      async () => (await test.as('ward_admin', (await createWard(test.database.db, 1)).ward)).person.id,
    ],
    ['an unknown user', () => Promise.resolve('0190aaaa-0000-7000-8000-000000000000')],
    [
      'an inactive user',
      async () =>
        (await createPerson(test.database.db, { role: 'global_moderator', area: place('NG'), status: 'INACTIVE' })).id,
    ],
    [
      'a moderator narrowed to elsewhere',
      async () => (await narrowed(test, { ...EVERYTHING, allowedStates: [String(place('25'))] })).person.id,
    ],
  ])('refuses to give it to %s', async (_whom, make) => {
    const alert = await raiseByHand(test, ward);
    const reply = await acknowledge(state, alert, { ownerId: await make() });
    expect([reply.status, reply.code, fieldOf(reply)?.path]).toEqual([400, 'ALERT_OWNER', 'ownerId']);
    expect((await state.get(`/alerts/${alert.id}`)).json('data.acknowledgedAt')).toBeNull();
  });

  it('of two at once one wins, and the other reads who it was', async () => {
    const alert = await raiseByHand(test, ward);
    const replies = await Promise.all([
      acknowledge(wardAdmin, alert),
      acknowledge(lga, alert),
      acknowledge(state, alert),
    ]);
    const won = replies.filter(({ status }) => status === 200);
    const lost = replies.filter(({ code }) => code === 'ALERT_ACKNOWLEDGED');
    expect([won.length, lost.length]).toEqual([1, 2]);
    const winner = won[0]?.json<string>('data.acknowledgedBy.name');
    for (const reply of lost) expect(reply.json('details.name')).toBe(winner);
    expect(await auditOf(test, 'alert.acknowledged', alert.id)).toHaveLength(1);
  });

  it('again: the owner writes another note, a user above gives it to another, no other user can', async () => {
    const alert = await raiseByHand(test, ward);
    await acknowledge(lga, alert, { note: 'First' });
    expect((await acknowledge(wardAdmin, alert, { ownerId: wardAdmin.person.id })).code).toBe('ALERT_ACKNOWLEDGED');
    expect((await acknowledge(lga, alert, { note: 'Second' })).json('data.note')).toBe('Second');
    expect((await acknowledge(state, alert)).code).toBe('ALERT_ACKNOWLEDGED');
    const passed = await acknowledge(state, alert, { ownerId: state.person.id });
    expect(passed.json('data')).toMatchObject({
      owner: { id: state.person.id },
      acknowledgedBy: { id: lga.person.id },
      note: 'Second',
    });
    expect((await acknowledge(state, alert, { ownerId: state.person.id })).status).toBe(200);
    expect(await auditOf(test, 'alert.acknowledged', alert.id)).toHaveLength(3);
  });

  it('needs write on alerts', async () => {
    const alert = await raiseByHand(test, ward);
    await setLevel(test, 'ward_admin', 'alerts', 'read');
    expect((await acknowledge(wardAdmin, alert)).code).toBe('LEVEL_DENIED');
    expect((await alertsOf(wardAdmin))[0]?.can).toMatchObject({ acknowledge: false, giveOwner: false });
    await setLevel(test, 'ward_admin', 'alerts', 'write');
  });
});

describe('an acknowledged alert whose owner is gone', () => {
  const can = async (client: Client, { id }: Alert) =>
    (await client.get(`/alerts/${id}`)).json<Alert['can']>('data.can');

  const set = async ({ person }: Client, values: object) =>
    await test.database.db.updateTable('users').set(values).where('id', '=', person.id).execute();
  const lgaAdmin = (code: string) => test.as('lga_admin', place(code));
  const moderator = () => test.as('global_moderator', place('NG'));

  it.each<[string, string, (code: string) => Promise<Client>, (owner: Client) => Promise<unknown>]>([
    ['deleted', '24-01', lgaAdmin, (owner) => set(owner, { status: 'DELETED' })],
    ['deactivated', '24-02', lgaAdmin, (owner) => set(owner, { status: 'INACTIVE' })],
    ['in another area', '24-03', lgaAdmin, (owner) => set(owner, { area_id: place('24-20') })],
    ['without an office', '24-04', lgaAdmin, (owner) => set(owner, { role: 'moderator' })],
    ['whose privileges were withdrawn', '24-05', moderator, (owner) => narrow(test, owner, {})],
    [
      'whose privileges have run out',
      '24-06',
      moderator,
      async (owner) => {
        const validUntil = new Date(test.clock.now().getTime() + 60_000).toISOString();
        await narrow(test, owner, { ...EVERYTHING, validUntil });
        test.clock.advance(1);
      },
    ],
  ])('(%s) is free for the administrators below too, and goes up', async (_how, code, make, leave) => {
    const owner = await make(code);
    ({ ward } = await createWard(test.database.db, 1, place(code)));
    const below = await test.as('ward_admin', ward);
    const [alert, other] = [await raiseByHand(test, ward), await raiseByHand(test, ward)];
    for (const each of [alert, other]) await acknowledge(owner, each);
    expect(await can(below, alert)).toMatchObject({ giveOwner: false, resolve: false });
    expect((await acknowledge(below, alert)).code).toBe('ALERT_ACKNOWLEDGED');

    await leave(owner);
    expect(await can(below, alert)).toMatchObject({ acknowledge: false, giveOwner: true, resolve: true });
    const many = { action: 'resolve', ids: [alert.id, other.id], preview: true };
    expect((await below.post('/alerts/bulk', many)).json('data.changed')).toBe(2);
    const taken = await acknowledge(below, alert, { note: 'I go on with it' });
    expect(taken.json('data')).toMatchObject({ owner: { id: below.person.id }, note: 'I go on with it' });
    test.clock.advance(30);
    await escalateAlerts(test.app.platform);
    test.clock.set(ELECTION_NIGHT);
    expect((await alertsOf(state, `area=${ward}`)).map(({ id, escalatedTo }) => [id, escalatedTo?.id])).toEqual([
      [other.id, place('24')],
      [alert.id, undefined],
    ]);
    expect((await notificationsOf(test, state)).at(-1)).toEqual({
      title: 'Left without an owner: Ballots are short',
      url: `/alerts?alert=${other.id}`,
    });
  });

  it.each<[string, string, () => Promise<object>]>([
    [
      'acknowledged 100 days ago',
      '24-07',
      () => Promise.resolve({ acknowledged_at: new Date(ELECTION_NIGHT.getTime() - 100 * 86_400_000) }),
    ],
    [
      'of an archived election',
      '24-08',
      async () => ({ election_id: await createElection(test.database.db, { status: 'archived' }) }),
    ],
  ])('(%s) stays where it is', async (_which, code, values) => {
    const owner = await lgaAdmin(code);
    ({ ward } = await createWard(test.database.db, 1, place(code)));
    const [alert, other] = [await raiseByHand(test, ward), await raiseByHand(test, ward)];
    for (const each of [alert, other]) await acknowledge(owner, each);
    await test.database.db
      .updateTable('alerts')
      .set(await values())
      .where('id', '=', alert.id)
      .execute();
    await set(owner, { status: 'DELETED' });
    test.clock.advance(30);
    await escalateAlerts(test.app.platform);
    test.clock.set(ELECTION_NIGHT);
    const moved = (await alertsOf(state, `area=${ward}`)).filter(({ escalatedTo }) => escalatedTo !== null);
    expect(moved.map(({ id }) => id)).toEqual([other.id]);
  });
});

describe('whom it could be given to', () => {
  it('lists the administrators whose areas hold the place, the nearest first, found by name', async () => {
    const alert = await raiseByHand(test, units[0] ?? ward);
    const found = async (q = '') =>
      (await state.get(`/alerts/${alert.id}/owners${q}`)).json<AlertOwners['people']>('data.people');
    const people = await found();
    expect(people.slice(0, 3).map(({ id }) => id)).toEqual([wardAdmin, lga, state].map(({ person }) => person.id));
    expect(people[1]).toMatchObject({ role: 'lga_admin', phone: lga.person.phone });
    expect(people[1]?.chain.map(({ name }) => name)).toEqual(['Nigeria', 'South West', 'Lagos', 'Ikeja']);
    expect((await found('?q=test lga_admin')).map(({ id }) => id)).toEqual([lga.person.id]);
    const national = await test.as('national_admin', place('NG'));
    const byPhone = async ({ person }: Client) => (await found(`?q=${encodeURIComponent(person.phone)}`)).length;
    expect([await byPhone(wardAdmin), await byPhone(national)]).toEqual([1, 0]);
  });
});
