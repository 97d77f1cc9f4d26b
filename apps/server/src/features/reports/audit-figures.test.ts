import { randomUUID } from 'node:crypto';
import { AUDIT_EVENTS } from '@ec/contract/audit/events';
import type { UserId } from '@ec/contract/base/common';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { documentOf, figuresOf, recordsOf, tableOf } from '../../../test/report-documents.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { saveAudit } from '../../platform/audit/audit.ts';
import { activityOf, securityKindOf } from './templates/activity-rules.ts';

let test: TestApp;
let national: Client;
let ada: UserId;

/** Audit entries carry the database's own time, so the period is as wide as can be. */
const EVER = { period: 'custom' as const, from: '2020-01-01', to: '2099-12-31' };

beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
  ada = (await createPerson(test.database.db, { role: 'state_admin', area: place('24'), name: 'Adé Ọlá' })).id;
  const musa = (await createPerson(test.database.db, { role: 'lga_admin', area: place('19-13'), name: 'Musa' })).id;
  await inTransaction(test.database.db, async (tx) => {
    const from = (userId: UserId | null, ip: string | null) => ({ userId, ip, userAgent: null });
    for (let n = 0; n < 7; n++)
      await saveAudit(tx, from(ada, '10.1.2.3'), { event: 'result.verified', areaId: place('24') });
    for (let n = 0; n < 3; n++)
      await saveAudit(tx, from(musa, '10.2.0.9'), { event: 'approval.approved', areaId: place('19') });
    await saveAudit(tx, from(musa, '::ffff:10.1.9.9'), { event: 'auth.signed_in', areaId: place('19-13') });
    await saveAudit(tx, from(musa, '10.1.0.1'), { event: 'auth.refreshed' });
    await saveAudit(tx, from(musa, '10.1.0.1'), { event: 'stream.opened' });
    for (let n = 0; n < 4; n++) {
      await saveAudit(tx, from(null, '192.0.2.7'), {
        event: 'auth.sign_in_failed',
        resourceId: ada,
        areaId: place('24'),
      });
    }
    await saveAudit(tx, from(null, 'a proxy'), { event: 'auth.locked', resourceId: ada, areaId: place('24') });
    await saveAudit(tx, from(null, null), { event: 'alert.raised' });
  });
});
afterAll(() => test.close());

describe('the kinds of events', () => {
  const events = Object.keys(AUDIT_EVENTS);

  it('leave out of activity only what no user decided to do', () => {
    const none = ['auth.refreshed', 'notification.read', 'stream.opened', 'system.rehearsal_loaded'];
    expect(events.filter((event) => activityOf(event) === undefined).toSorted()).toEqual(none);
  });

  it.each([
    ['collation.verified', 'collation'],
    ['collation_agent.assigned', 'collation'],
    ['second_entry.entered', 'results'],
    ['unusual.closed', 'results'],
    ['transcriber.assigned', 'people'],
    ['contest_day.created', 'elections'],
    ['live.exported', 'oversight'],
  ])('put %s under %s', (event, type) => {
    expect(activityOf(event)).toBe(type);
  });

  it('put every export under exports, and every appointment under rights', () => {
    const kinds = (pattern: RegExp) => new Set(events.filter((event) => pattern.test(event)).map(securityKindOf));
    expect(kinds(/exported$/)).toEqual(new Set(['exports']));
    expect(kinds(/^(moderator|transcriber|collation_agent)\./)).toEqual(new Set(['rights']));
  });
});

describe('user activity', () => {
  const report = (parameters: object = {}, area = place('NG')) =>
    documentOf(test, national, 'user_activity', { date_range: EVER, ...parameters }, [area]);

  it('counts what people did as plain SQL does, and nothing that the system did by itself', async () => {
    const { rows } = await sql<{
      count: number;
      people: number;
    }>`select count(*) as count, count(distinct user_id) as people
      from audit_entries where user_id is not null and event not in ('auth.refreshed', 'stream.opened')`.execute(
      test.database.db,
    );
    const document = await report();
    expect(figuresOf(document)).toMatchObject({ Activities: rows[0]?.count, People: rows[0]?.people });
    const kinds = recordsOf(tableOf(document, 'By kind of activity'));
    expect(kinds).toContainEqual({ Kind: 'Results', Activity: 'Result Verified', Times: 7, People: 1 });
    expect(kinds).toContainEqual({ Kind: 'Signing in and out', Activity: 'User Login', Times: 1, People: 1 });
    expect(kinds.map(({ Activity }) => Activity)).not.toContain('Session Renewed');
    expect(recordsOf(tableOf(document, 'By role'))).toContainEqual({ Role: 'State Admin', Times: 7, People: 1 });
    const [first] = recordsOf(tableOf(document, /^Most active/));
    expect(first).toMatchObject({ Name: 'Adé Ọlá', Area: 'Lagos', Times: 7, Days: 1 });
  });

  it('keeps to the area, the roles and the kinds that are requested', async () => {
    expect(figuresOf(await report({}, place('19')))).toMatchObject({ Activities: 4, People: 1 });
    expect(figuresOf(await report({ user_roles: ['state_admin'] }))).toMatchObject({ Activities: 7 });
    expect(figuresOf(await report({ activity_types: ['approvals'] }))).toMatchObject({ Activities: 3 });
    const before = { period: 'custom', from: '2020-01-01', to: '2020-12-31' };
    const none = await report({ date_range: before });
    expect(figuresOf(none)).toMatchObject({ Activities: 0, People: 0 });
    expect(none.main.rows).toEqual([]);
  });
});

describe('the security audit', () => {
  const report = (parameters: object = {}, area = place('NG')) =>
    documentOf(test, national, 'security_audit', { date_range: EVER, ...parameters }, [area]);

  it('counts events by kind, by address and one by one', async () => {
    const document = await report();
    expect(figuresOf(document)).toMatchObject({ Events: 6, 'Refused sign-ins': 4, 'Lock-outs': 1, 'Sign-ins': 1 });
    expect(recordsOf(tableOf(document, /^By address/))[0]).toMatchObject({
      Address: '192.0.2.7',
      Events: 4,
      Refused: 4,
      Accounts: 1,
    });
    const events = recordsOf(document.main);
    expect(events).toHaveLength(6);
    expect(events[0]).toMatchObject({ Event: 'Account Locked', By: null, About: 'Adé Ọlá', Address: 'a proxy' });
    const positions = events.map((event) => Number(event['Audit position']));
    expect(positions).toEqual(positions.toSorted((a, b) => b - a));
  });

  it.each<[string[], number]>([
    [['192.0.2.0/24'], 4],
    [['10.1.0.0/16'], 1],
    [['10.1.9.9', '192.0.2.7'], 5],
    [['2001:db8::/32'], 0],
    [[], 6],
  ])('keeps to the networks %j', async (networks, count) => {
    expect(figuresOf(await report({ ip_ranges: networks }))).toMatchObject({ Events: count });
  });

  it('keeps to the kinds and to the areas of the requester', async () => {
    const document = await report({ security_events: ['lock_outs'] });
    expect(figuresOf(document)).toEqual({ Events: 1, 'Lock-outs': 1 });
    expect(figuresOf(await report({}, place('19')))).toMatchObject({ Events: 1, 'Sign-ins': 1 });
  });
});

describe('the approval audit', () => {
  beforeAll(async () => {
    const target = async (area: string) =>
      (await createPerson(test.database.db, { role: 'moderator', area: place(area) })).id;
    const insert = async (row: { hours: number | null; status: string; area: string; by?: UserId; role?: string }) =>
      sql`insert into approval_requests (id, type, status, requester_id, requester_role, target_user_id, area_id, user_data,
          justification, created_at, decided_at, decided_by)
        values (${randomUUID()}, 'USER_REGISTRATION', ${row.status}, ${ada}, ${row.role ?? 'state_admin'}, ${await target(row.area)},
          ${place(row.area)}, '{}', 'A reason of some length', '2027-02-10T23:30:00Z',
          ${row.hours === null ? null : new Date(Date.parse('2027-02-10T23:30:00Z') + row.hours * 3_600_000)},
          ${row.hours === null ? null : (row.by ?? null)})`.execute(test.database.db);
    const by = national.person.id;
    await insert({ status: 'APPROVED', hours: 2, area: '24-11', by });
    await insert({ status: 'APPROVED', hours: 4, area: '24-11', by });
    await insert({ status: 'REJECTED', hours: 30, area: '24', by });
    await insert({ status: 'CANCELLED', hours: 500, area: '24' });
    await insert({ status: 'PENDING', hours: null, area: '19' });
    await insert({ status: 'APPROVED', hours: 1, area: '24', by: ada, role: 'national_admin' });
  });
  const range = (from: string, to: string) => ({ date_range: { period: 'custom' as const, from, to } });
  const report = (parameters: object = {}, area = place('NG'), client = national) =>
    documentOf(test, client, 'approval_audit', { ...range('2027-02-01', '2027-02-28'), ...parameters }, [area]);

  it('counts requests, decisions and times; what was withdrawn is no decision', async () => {
    const document = await report();
    expect(figuresOf(document)).toMatchObject({
      Requests: 6,
      Pending: 1,
      Approved: 3,
      Rejected: 1,
      Withdrawn: 1,
      'Median hours to a decision': 3,
      'Longest, hours': 30,
    });
    expect(recordsOf(tableOf(document, 'By who decided'))[0]).toMatchObject({
      Name: national.person.name,
      Approved: 2,
      Rejected: 1,
      'Median hours': 4,
    });
    expect(document.main.rows).toHaveLength(6);
  });

  it('keeps to the days of the zone, the area, the status and the role of the person who decided', async () => {
    // Half past midnight of the 11th in Lagos.
    expect(figuresOf(await report(range('2027-02-10', '2027-02-10'))).Requests).toBe(0);
    expect(figuresOf(await report(range('2027-02-11', '2027-02-11'))).Requests).toBe(6);
    expect(figuresOf(await report({}, place('24-11'))).Requests).toBe(2);
    expect(figuresOf(await report({ approval_status: 'REJECTED' })).Requests).toBe(1);
    expect(figuresOf(await report({ approver_role: 'state_admin' })).Requests).toBe(1);
  });

  it('says 100 percent of what is all of them alone', async () => {
    await sql`insert into approval_requests (id, type, status, requester_id, requester_role, target_user_id, area_id, user_data,
        justification, created_at, decided_at, decided_by)
      select gen_random_uuid(), 'USER_REGISTRATION', case when n = 1 then 'REJECTED' else 'APPROVED' end, ${ada}, 'state_admin', ${ada},
        ${place('24')}, '{}', 'A reason of some length', '2026-03-10T10:00:00Z', '2026-03-10T11:00:00Z', ${national.person.id}
      from generate_series(1, 3000) n`.execute(test.database.db);
    const { sections } = await report(range('2026-03-10', '2026-03-10'));
    const texts = sections.flatMap((section) => (section.type === 'chart' ? section.bars.map(({ text }) => text) : []));
    expect(texts).toContain('2,999 (99.9%)');
  });

  it('shows no requests of users above the requester', async () => {
    const regional = await test.as('regional_admin', place('SW'));
    expect(figuresOf(await report({}, place('SW'), regional))).toMatchObject({ Requests: 4 });
  });
});
