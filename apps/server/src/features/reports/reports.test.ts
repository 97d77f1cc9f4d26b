import type { ElectionId } from '@ec/contract/base/common';
import type { GeneratedReport } from '@ec/contract/reports/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection, place } from '../../../test/builders.ts';
import { auditOf } from '../../../test/credentials.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let electionId: ElectionId;
let kano: ElectionId;
let national: Client;
let lagos: Client;

beforeAll(async () => {
  test = await testApp();
  electionId = await createElection(test.database.db);
  kano = await createElection(test.database.db, { name: 'Kano governor', type: 'gubernatorial', areas: [place('19')] });
  national = await test.as('national_admin', place('NG'));
  lagos = await test.as('state_admin', place('24'));
});
afterAll(() => test.close());
// Each test needs an empty queue and a later clock, so that no request counts as a double click.
beforeEach(async () => {
  await test.database.db.deleteFrom('reports').execute();
  test.clock.advance(0.05);
});

const summary = (changes: Record<string, unknown> = {}) => ({
  template: 'election_summary',
  parameters: { election_id: electionId, ...changes },
});
const fields = (reply: Reply) => (reply.json<{ path: string }[] | undefined>('fields') ?? []).map(({ path }) => path);
const ask = async (by: Client, body: unknown): Promise<GeneratedReport> => {
  const reply = await by.post('/reports', body);
  expect(reply.text).toContain('"success":true');
  return reply.json<GeneratedReport>('data');
};

describe('templates', () => {
  it.each<[Role, string, string[]]>([
    ['super_admin', 'NG', []],
    [
      'national_admin',
      'NG',
      ['election_summary', 'user_activity', 'approval_audit', 'result_comparison', 'collation_gap', 'security_audit'],
    ],
    ['global_moderator', 'NG', ['user_activity', 'approval_audit', 'security_audit']],
    ['regional_admin', 'SE', ['election_summary', 'approval_audit', 'result_comparison', 'collation_gap']],
    ['state_admin', '30', ['election_summary', 'result_comparison', 'collation_gap']],
  ])('of a %s are those their role may run, and no others run', async (role, area, expected) => {
    const client = await test.as(role, place(area));
    const listed = (await client.get('/reports/templates')).json<{ id: string }[]>('data.templates');
    expect(listed.map(({ id }) => id)).toEqual(expected);
    const range = { date_range: { period: 'today' } };
    const bodies: Record<string, object> = {
      election_summary: { election_id: electionId },
      result_comparison: { election_id: electionId },
      user_activity: range,
      approval_audit: range,
      security_audit: range,
    };
    for (const [template, parameters] of Object.entries(bodies)) {
      const reply = await client.post('/reports', { template, parameters });
      const refusal = role === 'super_admin' ? 'ROLE_DENIED' : 'REPORT_ROLE';
      expect([template, reply.status, reply.code]).toEqual(
        expected.includes(template) ? [template, 201, undefined] : [template, 403, refusal],
      );
    }
  });

  it('are refused without a session, and to a role that runs none', async () => {
    expect((await test.anonymous.get('/reports/templates')).status).toBe(401);
    const ward = await test.as('lga_admin', place('24-11'));
    expect((await ward.get('/reports')).code).toBe('ROLE_DENIED');
  });
});

describe('a request', () => {
  it('is queued, audited, and says in words what is asked', async () => {
    const report = await ask(lagos, summary());
    expect(report).toMatchObject({
      status: 'queued',
      progress: 0,
      title: 'Election summary: Presidential election, Lagos',
      area: { name: 'Lagos' },
      requestedBy: { id: lagos.person.id },
      files: [],
      downloadUrl: null,
      can: { repeat: false, remove: true },
    });
    expect(report.parameters).toEqual([
      { label: 'Election', value: 'Presidential election, 20/02/2027' },
      { label: 'Form of polling units', value: 'EC8A' },
      { label: 'Area', value: 'Lagos' },
    ]);
    expect(await auditOf(test, report.id)).toEqual(['report.requested']);
  });

  it('takes the period and the threshold that hold when it is made', async () => {
    const week = await ask(national, { template: 'approval_audit', parameters: { date_range: { period: 'week' } } });
    expect(week.parameters).toContainEqual({ label: 'Period', value: 'This week (15/02/2027 to 20/02/2027)' });
    const comparison = await ask(national, {
      template: 'result_comparison',
      parameters: { election_id: electionId, other_election_id: kano, geographic_scope: '19' },
    });
    expect(comparison.parameters).toContainEqual({ label: 'Threshold', value: '5 percentage points' });
    expect(comparison.title).toBe('Result comparison: Presidential election and Kano governor, Kano');
  });

  it.each<[string, object, number, string, string[]]>([
    ['without an election', { template: 'election_summary', parameters: {} }, 400, 'REPORT_PARAMETER', ['election_id']],
    [
      'with parameters of other templates',
      {
        template: 'security_audit',
        parameters: { date_range: { period: 'today' }, variance_threshold: 5, user_roles: [] },
      },
      400,
      'REPORT_PARAMETER',
      ['user_roles', 'variance_threshold'],
    ],
    [
      'of an unknown election',
      { template: 'election_summary', parameters: { election_id: '0199a000-0000-7000-8000-000000000000' } },
      404,
      'ELECTION_NOT_FOUND',
      ['election_id'],
    ],
    [
      'with own days that are missing',
      { template: 'security_audit', parameters: { date_range: { period: 'custom' } } },
      400,
      'VALIDATION_FAILED',
      ['date_range.from'],
    ],
    [
      'with days the wrong way round',
      {
        template: 'security_audit',
        parameters: { date_range: { period: 'custom', from: '2027-02-20', to: '2027-02-19' } },
      },
      400,
      'VALIDATION_FAILED',
      ['date_range.to'],
    ],
    [
      'with days that no calendar of ours has',
      {
        template: 'security_audit',
        parameters: { date_range: { period: 'custom', from: '0001-01-01', to: '9999-12-31' } },
      },
      400,
      'VALIDATION_FAILED',
      ['date_range.from', 'date_range.to'],
    ],
    [
      'with what is no network',
      {
        template: 'security_audit',
        parameters: { date_range: { period: 'today' }, ip_ranges: ['10.0.0.0/16', 'here'] },
      },
      400,
      'VALIDATION_FAILED',
      ['ip_ranges.1'],
    ],
    ['of an unknown template', { template: 'horoscope', parameters: {} }, 400, 'VALIDATION_FAILED', []],
  ])('%s is refused at its fields', async (_, body, status, code, paths) => {
    const reply = await national.post('/reports', body);
    expect([reply.status, reply.code]).toEqual([status, code]);
    if (paths.length > 0) expect(fields(reply)).toEqual(paths.map((path) => `parameters.${path}`));
  });

  it('about an area outside is refused as if there were none, as is an election that covers nothing of it', async () => {
    const outside = await lagos.post('/reports', summary({ geographic_scope: '19' }));
    expect([outside.status, outside.code, fields(outside)]).toEqual([
      404,
      'UNKNOWN_LOCATION',
      ['parameters.geographic_scope'],
    ]);
    const elsewhere = await lagos.post('/reports', summary({ election_id: kano }));
    expect([elsewhere.status, elsewhere.code]).toEqual([404, 'ELECTION_NOT_FOUND']);
    const nowhere = await national.post('/reports', summary({ geographic_scope: '24-11-950' }));
    expect([nowhere.status, nowhere.code]).toEqual([404, 'UNKNOWN_LOCATION']);
  });

  it('on approvals, which holds the requests that its requester sees, is for those who see no fewer', async () => {
    const date_range = { period: 'custom', from: '2027-02-01', to: '2027-02-28' };
    const body = { template: 'approval_audit', parameters: { date_range, geographic_scope: 'NC' } };
    const regional = await test.as('regional_admin', place('NC'));
    const [theirs, own] = [await ask(national, body), await ask(regional, body)];
    const moderator = await test.as('global_moderator', place('NG'));
    expect((await moderator.get(`/reports/${theirs.id}`)).status).toBe(200);
    expect((await regional.get(`/reports/${own.id}`)).status).toBe(200);
    expect((await regional.get(`/reports/${theirs.id}`)).status).toBe(404);
    expect((await regional.get(`/reports/${theirs.id}/download?format=csv`)).status).toBe(404);
    const listed = (await regional.get('/reports')).json<GeneratedReport[]>('data.reports').map(({ id }) => id);
    expect(listed).toContain(own.id);
    expect(listed).not.toContain(theirs.id);
  });

  it('that is clicked twice is one report', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => lagos.post('/reports', summary())));
    expect(new Set(replies.map((reply) => reply.json<string>('data.id'))).size).toBe(1);
    test.clock.advance(0.05);
    const later = await ask(lagos, summary());
    expect(later.id).not.toBe(replies[0]?.json<string>('data.id'));
  });

  it('is refused above five of one person that wait, also when they come together', async () => {
    const areas = ['24-11', '24-01', '24-02', '24-03', '24-04', '24-05', '24-06', '24-07'];
    const replies = await Promise.all(areas.map((area) => lagos.post('/reports', summary({ geographic_scope: area }))));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(replies.filter(({ code }) => code === 'REPORT_LIMIT')).toHaveLength(3);
    expect((await national.post('/reports', summary())).status).toBe(201);
  });
});

describe('the list', () => {
  it('holds what the role may run about the own areas, newest first', async () => {
    const ofNation = await ask(national, summary());
    test.clock.advance(0.05);
    const ofLagos = await ask(national, summary({ geographic_scope: '24' }));
    test.clock.advance(0.05);
    const security = await ask(national, {
      template: 'security_audit',
      parameters: { date_range: { period: 'today' } },
    });
    const seenBy = async (client: Client, query = '') => {
      const reply = await client.get(`/reports${query}`);
      const reports = reply.json<GeneratedReport[]>('data.reports');
      expect(reply.json<number>('data.total')).toBe(reports.length);
      return reports.map(({ id }) => id);
    };
    expect(await seenBy(national)).toEqual([security.id, ofLagos.id, ofNation.id]);
    expect(await seenBy(lagos)).toEqual([ofLagos.id]);
    expect(await seenBy(await test.as('global_moderator', place('NG')))).toEqual([security.id]);
    expect(await seenBy(await test.as('state_admin', place('19')))).toEqual([]);
    expect(await seenBy(await test.as('super_admin', place('NG')))).toEqual([]);
    expect(await seenBy(national, '?template=election_summary&q=lagos')).toEqual([ofLagos.id]);
    expect(await seenBy(national, '?status=completed')).toEqual([]);
    expect(await seenBy(lagos, '?mine=true')).toEqual([]);
    expect((await lagos.get(`/reports/${ofNation.id}`)).status).toBe(404);
    expect((await lagos.get(`/reports/${ofNation.id}/download`)).status).toBe(404);
    expect((await lagos.delete(`/reports/${ofNation.id}`)).status).toBe(404);
    expect((await lagos.post(`/reports/${ofNation.id}/repeat`)).status).toBe(404);
  });

  it('lets only the requester and a national admin remove a report', async () => {
    const own = await ask(lagos, summary());
    const regional = await test.as('regional_admin', place('SW'));
    expect((await regional.delete(`/reports/${own.id}`)).code).toBe('NOT_PERMITTED');
    expect((await national.delete(`/reports/${own.id}`)).status).toBe(200);
    expect(await auditOf(test, own.id)).toEqual(['report.requested', 'report.removed']);
    expect((await lagos.get(`/reports/${own.id}`)).status).toBe(404);
    // The job has nothing to do.
    await test.app.platform.jobs.runDue();
    expect(await auditOf(test, own.id)).toEqual(['report.requested', 'report.removed']);
  });
});

describe('a moderator who is narrowed', () => {
  it('needs the privilege, and chooses among several areas', async () => {
    const moderator = await test.as('regional_admin', place('NW'));
    const grant = (granted: string[], areas: string[]) =>
      test.database.db
        .insertInto('moderator_privileges')
        .values({ user_id: moderator.person.id, granted: granted as 'canManageReports'[], areas: areas.map(place) })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({ granted: granted as 'canManageReports'[], areas: areas.map(place) }),
        )
        .execute()
        .then(() => test.app.platform.sessions.forget(moderator.person.id));
    await grant(['canBulkImport'], []);
    expect((await moderator.post('/reports', summary())).code).toBe('PRIVILEGE_DENIED');
    await grant(['canManageReports'], ['19', '20']);
    const open = await moderator.post('/reports', summary());
    expect([open.code, fields(open)]).toEqual(['REPORT_PARAMETER', ['parameters.geographic_scope']]);
    expect((await moderator.post('/reports', summary({ geographic_scope: '24' }))).code).toBe('UNKNOWN_LOCATION');
    const both = await ask(moderator, { template: 'approval_audit', parameters: { date_range: { period: 'today' } } });
    expect(both.area).toBeNull();
    expect(both.parameters).toContainEqual({ label: 'Area', value: 'Kano; Katsina' });
    expect((await moderator.get('/reports')).json<number>('data.total')).toBe(1);
  });
});
