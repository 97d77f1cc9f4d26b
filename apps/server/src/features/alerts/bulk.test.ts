import type { AlertBulkAnswer, AlertGroup, AlertGroupList } from '@ec/contract/alerts/bulk';
import type { Alert } from '@ec/contract/alerts/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alertsOf, notificationsOf, raiseByHand } from '../../../test/alerts.ts';
import { createWard, place } from '../../../test/builders.ts';
import { type Client, ELECTION_NIGHT, testApp, type TestApp } from '../../../test/harness.ts';
import { setLevel } from '../../../test/levels.ts';
import { auditOf, fieldOf } from '../../../test/looks.ts';
import { systemWrite } from '../../platform/database/transact.ts';
import { escalateAlerts } from './escalate-service.ts';
import { judgeSilence, type NewAlert } from './judge-rules.ts';
import { raiseAlerts } from './raise-service.ts';
import { bringBackSnoozed } from './watch-service.ts';

let test: TestApp;
let ward: LocationId;
let units: LocationId[];
let wardAdmin: Client;
let lga: Client;
let state: Client;
let zone: Client;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  lga = await test.as('lga_admin', place('24-11'));
  state = await test.as('state_admin', place('24'));
  zone = await test.as('regional_admin', place('SW'));
  national = await test.as('national_admin', place('NG'));
});
beforeEach(async () => {
  await test.database.db.deleteFrom('alert_snoozes').execute();
  await test.database.db.updateTable('alerts').set({ resolved_at: test.clock.now() }).execute();
  ({ ward, units } = await createWard(test.database.db, 3));
  wardAdmin = await test.as('ward_admin', ward);
});
afterEach(() => test.clock.set(ELECTION_NIGHT));
afterAll(() => test.close());

const unit = (index: number) => units[index] ?? ward;
const groupsOf = async (client: Client, query = 'state=unresolved') => {
  const reply = await client.get(`/alerts/groups?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.json<AlertGroupList>('data');
};
const bulk = async (client: Client, body: object) => await client.post('/alerts/bulk', body);
const done = async (client: Client, body: object) => {
  const reply = await bulk(client, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.json<AlertBulkAnswer>('data');
};
const undo = async (client: Client, id: string | null) => await client.post(`/alerts/bulk/${id}/undo`);
const one = async (client: Client, { id }: Alert) => (await client.get(`/alerts/${id}`)).json<Alert>('data');
const openOf = async (client: Client) => (await client.get('/alerts/counts')).json<number>('data.open');
const lines = ({ groups }: AlertGroupList) => groups.map(({ title, area, count }) => [title, area.name, count]);

const silence = (wardId: LocationId, election: string): NewAlert =>
  judgeSilence({
    electionId: election as never,
    electionName: 'Election',
    wardId,
    wardName: 'Ward',
    units: 4,
    silent: 2,
  });

describe('groups', () => {
  it('are a line for each rule, priority and area below the reader’s, with counts', async () => {
    const one = await createWard(test.database.db, 1);
    await systemWrite(test.app.platform, async (write) => {
      await raiseAlerts(
        write,
        [ward, one.ward].flatMap((each) => [1, 2].map((n) => silence(each, `0190aaaa-0000-7000-8000-00000000000${n}`))),
      );
    });
    await raiseByHand(test, unit(0), { priority: 'critical' });
    await raiseByHand(test, unit(1), { priority: 'low' });
    const seen = await groupsOf(lga);
    expect(seen.groups.map(({ rule, priority, area, count }) => [rule, priority, area.id, count])).toEqual([
      ['manual', 'critical', ward, 1],
      ['silent_units', 'high', one.ward, 2],
      ['silent_units', 'high', ward, 2],
      ['manual', 'low', ward, 1],
    ]);
    expect(seen.priorities).toEqual({ critical: 1, high: 4, medium: 0, low: 1 });
    expect((await groupsOf(lga, 'state=unresolved&sort=count')).groups.map(({ count }) => count)).toEqual([2, 2, 1, 1]);
    expect(lines(await groupsOf(state, 'state=unresolved&rule=silent_units'))).toEqual([
      ['Silent polling units', 'Ikeja', 4],
    ]);
    expect(lines(await groupsOf(zone, 'state=unresolved&rule=silent_units'))).toEqual([
      ['Silent polling units', 'Lagos', 4],
    ]);
    expect(lines(await groupsOf(national, 'state=unresolved&rule=silent_units'))[0]?.[1]).toBe('South West');
    expect(lines(await groupsOf(national, `state=unresolved&rule=silent_units&area=24`))[0]?.[1]).toBe('Ikeja');
    const paged = await groupsOf(lga, 'state=unresolved&pageSize=1&page=2');
    expect([paged.groups.length, paged.total]).toEqual([1, 4]);
  });

  it('open to exactly their alerts', async () => {
    const [first, second] = [await raiseByHand(test, unit(0)), await raiseByHand(test, unit(1))];
    await raiseByHand(test, unit(0), { priority: 'high' });
    await raiseByHand(test, place('24-11'));
    const group = (await groupsOf(lga)).groups.find(({ count }) => count === 2) as AlertGroup;
    const ids = (await alertsOf(lga, `group=${group.key}&sort=oldest`)).map(({ id }) => id);
    expect(ids).toEqual([first.id, second.id]);
    expect(await alertsOf(lga, 'group=nonsense')).toEqual([]);
    expect((await alertsOf(lga, 'state=unresolved&sort=severity'))[0]?.priority).toBe('high');
  });

  it('hold nothing from outside the area', async () => {
    await raiseByHand(test, unit(0));
    expect((await groupsOf(await test.as('lga_admin', place('24-12')))).groups).toEqual([]);
    const reply = await lga.get('/alerts/groups?area=25');
    expect([reply.status, reply.code]).toEqual([404, 'UNKNOWN_LOCATION']);
  });
});

describe('many at once', () => {
  it('are counted first, and acknowledged with one audit entry each', async () => {
    const alerts = [await raiseByHand(test, unit(0)), await raiseByHand(test, unit(1))];
    const [group] = (await groupsOf(lga)).groups;
    const asked = { action: 'acknowledge', groups: [group?.key] };
    const preview = await done(lga, { ...asked, preview: true });
    expect(preview).toMatchObject({ id: null, changed: 2, left: 0, priorities: { medium: 2 }, areaId: ward });
    expect((await one(lga, alerts[0] as Alert)).acknowledgedAt).toBeNull();
    const later = await raiseByHand(test, unit(2));
    const answer = await done(lga, { ...asked, upTo: preview.upTo, note: 'We call them' });
    expect([answer.changed, answer.left]).toEqual([2, 0]);
    for (const alert of alerts) {
      expect(await one(lga, alert)).toMatchObject({ owner: { id: lga.person.id }, note: 'We call them' });
      expect(await auditOf(test, 'alert.acknowledged', alert.id)).toMatchObject([
        { by: lga.person.id, next: { ownerId: lga.person.id, batchId: answer.id } },
      ]);
    }
    expect((await one(lga, later)).acknowledgedAt).toBeNull();
  });

  it('go to an administrator of all the places, who is notified once, and to no other', async () => {
    const other = await createWard(test.database.db, 1);
    await raiseByHand(test, unit(0));
    const far = await raiseByHand(test, other.ward);
    const assign = { action: 'assign', filter: { state: 'unresolved' } };
    const refused = await bulk(state, { ...assign, ownerId: wardAdmin.person.id });
    expect([refused.status, refused.code, fieldOf(refused)?.path]).toEqual([400, 'ALERT_OWNER', 'ownerId']);
    expect((await done(state, { ...assign, ownerId: lga.person.id })).changed).toBe(2);
    expect((await one(state, far)).owner?.id).toBe(lga.person.id);
    expect(await notificationsOf(test, lga)).toContainEqual({
      title: '2 alerts given to you',
      url: '/alerts?state=mine',
    });
    const owners = (await state.get(`/alerts/owners?area=${ward}`)).json<{ id: string }[]>('data.people');
    expect(owners.map(({ id }) => id).slice(0, 3)).toEqual([wardAdmin, lga, state].map(({ person }) => person.id));
    expect((await lga.get('/alerts/owners?area=25')).code).toBe('UNKNOWN_LOCATION');
  });

  it('are resolved for all, and no longer wait, count or go up', async () => {
    const alert = await raiseByHand(test, unit(0));
    expect((await done(wardAdmin, { action: 'resolve', ids: [alert.id], note: 'Ballots came' })).changed).toBe(1);
    expect(await one(state, alert)).toMatchObject({
      resolvedBy: { id: wardAdmin.person.id },
      note: 'Ballots came',
      can: { acknowledge: false, resolve: false, giveOwner: false },
    });
    expect((await groupsOf(wardAdmin)).groups).toEqual([]);
    expect(await openOf(wardAdmin)).toBe(0);
    test.clock.advance(600);
    await escalateAlerts(test.app.platform);
    test.clock.set(ELECTION_NIGHT);
    expect(await auditOf(test, 'alert.escalated', alert.id)).toEqual([]);
    expect((await lga.post(`/alerts/${alert.id}/acknowledge`, {})).code).toBe('ALERT_RESOLVED');
    expect((await done(lga, { action: 'resolve', ids: [alert.id] })).changed).toBe(0);
  });

  it('in the care of an office above are left to it', async () => {
    const alert = await raiseByHand(test, unit(0));
    await done(state, { action: 'acknowledge', ids: [alert.id] });
    expect(await done(wardAdmin, { action: 'resolve', ids: [alert.id] })).toMatchObject({
      changed: 0,
      left: 1,
      id: null,
    });
    expect((await one(wardAdmin, alert)).can).toMatchObject({ resolve: false });
    expect((await done(state, { action: 'resolve', ids: [alert.id] })).changed).toBe(1);
  });

  it('of two at once each alert is changed by one', async () => {
    const alerts = [
      await raiseByHand(test, unit(0)),
      await raiseByHand(test, unit(1)),
      await raiseByHand(test, unit(2)),
    ];
    const ids = alerts.map(({ id }) => id);
    const answers = await Promise.all([wardAdmin, lga, state].map((who) => done(who, { action: 'acknowledge', ids })));
    expect(answers.map(({ changed }) => changed).toSorted((a, b) => a - b)).toEqual([0, 0, 3]);
    for (const id of ids) expect(await auditOf(test, 'alert.acknowledged', id)).toHaveLength(1);
  });

  it('outside the area stay as they are, and rights are asked for', async () => {
    const alert = await raiseByHand(test, unit(0));
    const elsewhere = await test.as('lga_admin', place('24-13'));
    expect((await done(elsewhere, { action: 'resolve', ids: [alert.id] })).changed).toBe(0);
    expect((await bulk(elsewhere, { action: 'resolve', ids: [alert.id], upTo: alert.id })).status).toBe(404);
    expect((await test.anonymous.post('/alerts/bulk', { action: 'resolve' })).status).toBe(401);
    const officer = await test.as('polling_unit_officer', unit(0));
    expect((await bulk(officer, { action: 'snooze', ids: [alert.id] })).status).toBe(403);
    await setLevel(test, 'ward_admin', 'alerts', 'read');
    expect((await bulk(wardAdmin, { action: 'resolve', ids: [alert.id] })).code).toBe('LEVEL_DENIED');
    await setLevel(test, 'ward_admin', 'alerts', 'write');
    const wrong = await bulk(lga, { action: 'burn', ids: [], groups: ['x'], until: 'soon' });
    expect([wrong.status, wrong.json<unknown[]>('fields').length]).toEqual([400, 4]);
  });
});

it('a thousand alerts are one line, change in one call and back', async () => {
  await systemWrite(test.app.platform, async (write) => {
    const thousand = Array.from({ length: 1000 }, (_, at) => ({
      ...silence(ward, ''),
      electionId: null,
      key: `many:${at}`,
    }));
    await raiseAlerts(write, thousand);
  });
  const { groups, priorities } = await groupsOf(lga);
  expect([groups.length, groups[0]?.count, priorities.high]).toEqual([1, 1000, 1000]);
  const { id, changed } = await done(lga, { action: 'acknowledge', filter: { state: 'unresolved' } });
  expect(changed).toBe(1000);
  expect((await groupsOf(lga)).groups[0]).toMatchObject({ count: 1000, open: 0 });
  expect((await undo(lga, id)).json('data')).toMatchObject({ restored: 1000, kept: 0 });
  expect((await groupsOf(lga)).groups[0]).toMatchObject({ count: 1000, open: 1000 });
});

describe('undo', () => {
  it('puts back what was, once, with an audit entry each, and leaves what others changed since', async () => {
    const alerts = [await raiseByHand(test, unit(0)), await raiseByHand(test, unit(1))];
    const [first, second] = alerts as [Alert, Alert];
    await done(lga, { action: 'acknowledge', ids: [first.id], note: 'Before' });
    const { id, undoUntil } = await done(lga, { action: 'resolve', ids: [first.id, second.id], note: 'After' });
    expect(undoUntil).toBe(new Date(test.clock.now().getTime() + 600_000).toISOString());
    expect((await undo(state, id)).status).toBe(404);
    const reply = await undo(lga, id);
    expect(reply.json('data')).toMatchObject({ restored: 2, kept: 0 });
    expect(await one(lga, first)).toMatchObject({ resolvedAt: null, note: 'Before', owner: { id: lga.person.id } });
    expect(await one(lga, second)).toMatchObject({ resolvedAt: null, note: null, acknowledgedAt: null });
    expect(await auditOf(test, 'alert.restored', second.id)).toMatchObject([{ by: lga.person.id }]);
    expect((await undo(lga, id)).code).toBe('ALERT_UNDO_OVER');

    const again = await done(lga, { action: 'acknowledge', ids: [second.id] });
    await state.post(`/alerts/${second.id}/acknowledge`, { ownerId: state.person.id });
    expect((await undo(lga, again.id)).json('data')).toMatchObject({ restored: 0, kept: 1 });
    expect((await one(lga, second)).owner?.id).toBe(state.person.id);
  });

  it('ends after ten minutes', async () => {
    const alert = await raiseByHand(test, unit(0));
    const { id } = await done(lga, { action: 'acknowledge', ids: [alert.id] });
    test.clock.advance(11);
    expect((await undo(lga, id)).code).toBe('ALERT_UNDO_OVER');
    expect((await one(lga, alert)).owner?.id).toBe(lga.person.id);
  });
});

describe('a snooze', () => {
  const inMinutes = (minutes: number) => new Date(test.clock.now().getTime() + minutes * 60_000).toISOString();

  it('hides alerts from its person until the time, and from no other', async () => {
    const alert = await raiseByHand(test, unit(0), { priority: 'critical' });
    await done(lga, { action: 'snooze', ids: [alert.id], until: inMinutes(10) });
    expect(await alertsOf(lga, 'state=unresolved')).toEqual([]);
    expect([await openOf(lga), await openOf(state), await openOf(wardAdmin)]).toEqual([0, 1, 1]);
    const [hidden] = await alertsOf(lga, 'state=snoozed');
    expect(hidden).toMatchObject({ id: alert.id, snoozedUntil: inMinutes(10) });
    expect((await one(state, alert)).snoozedUntil).toBeNull();
    expect(await auditOf(test, 'alert.snoozed', alert.id)).toHaveLength(1);
    test.clock.advance(10);
    await bringBackSnoozed(test.app.platform);
    expect(await openOf(lga)).toBe(1);
    expect((await notificationsOf(test, lga)).at(-1)).toEqual({
      title: 'A snoozed alert is back',
      url: `/alerts?alert=${alert.id}`,
    });
  });

  it('does not stop an alert from going up, and ends by undo or when its person wants', async () => {
    const alert = await raiseByHand(test, unit(0), { priority: 'critical' });
    const { id } = await done(wardAdmin, { action: 'snooze', ids: [alert.id], until: inMinutes(120) });
    test.clock.advance(5);
    expect((await undo(wardAdmin, id)).json('data.restored')).toBe(1);
    expect(await openOf(wardAdmin)).toBe(1);
    await done(wardAdmin, { action: 'snooze', ids: [alert.id], until: inMinutes(120) });
    test.clock.advance(30);
    await escalateAlerts(test.app.platform);
    test.clock.set(ELECTION_NIGHT);
    expect((await one(lga, alert)).escalatedTo?.id).toBe(place('24-11'));
    await done(wardAdmin, { action: 'wake', filter: { state: 'snoozed' } });
    expect(await openOf(wardAdmin)).toBe(1);
  });

  it.each([
    ['no time', undefined],
    ['a time that is over', -1],
    ['more than a day', 25 * 60],
  ])('is refused with %s', async (_what, minutes) => {
    const alert = await raiseByHand(test, unit(0));
    const until = minutes === undefined ? undefined : inMinutes(minutes);
    const reply = await bulk(lga, { action: 'snooze', ids: [alert.id], until });
    expect([reply.status, fieldOf(reply)?.path]).toEqual([400, 'until']);
  });
});
