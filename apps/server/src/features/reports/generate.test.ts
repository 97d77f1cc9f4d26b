import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ElectionId } from '@ec/contract/base/common';
import type { GeneratedReport, ReportId } from '@ec/contract/reports/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createElection, place } from '../../../test/builders.ts';
import { auditOf } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { keyOf } from './documents/files.ts';
import { generate } from './generate-service.ts';
import { reportJobs } from './jobs.ts';
import { electionSummary } from './templates/election-summary.ts';
import { TEMPLATES } from './templates/templates.ts';

let test: TestApp;
let electionId: ElectionId;
let lagos: Client;

beforeAll(async () => {
  test = await testApp();
  electionId = await createElection(test.database.db);
  lagos = await test.as('state_admin', place('24'));
});
afterAll(() => test.close());

const { signal: never } = new AbortController();
const fail = (error: unknown) => expect.unreachable(String(error));

async function ask(by: Client): Promise<ReportId> {
  test.clock.advance(0.05);
  const reply = await by.post('/reports', { template: 'election_summary', parameters: { election_id: electionId } });
  expect(reply.status).toBe(201);
  return reply.json<ReportId>('data.id');
}

const look = async (by: Client, id: ReportId) => (await by.get(`/reports/${id}`)).json<GeneratedReport>('data');
const fileOf = (id: ReportId, attempt: number, format: 'pdf' | 'xlsx' | 'csv') =>
  path.join(test.app.platform.config.dataDir, 'files', keyOf({ id, attempts: attempt }, format));

async function newsOf(by: Client): Promise<{ title: string; action_url: string | null; topic: string }[]> {
  return await test.database.db
    .selectFrom('notifications')
    .select(['title', 'action_url', 'topic'])
    .where('user_id', '=', by.person.id)
    .orderBy('id')
    .execute();
}

/** As a killed process leaves its jobs: locked, with a runner silent for too long. */
async function dieHolding(): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-killed', attempts = 1`.execute(
    test.database.db,
  );
  await sql`insert into job_runners (worker_id, seen_at) values ('worker-killed', now() - interval '2 minutes')`.execute(
    test.database.db,
  );
}

describe('a report', () => {
  it('is made, stored, announced and downloaded, each file as its digest says', async () => {
    const id = await ask(lagos);
    expect((await lagos.get(`/reports/${id}/download`)).code).toBe('REPORT_NOT_READY');
    await test.app.platform.jobs.runDue();
    const report = await look(lagos, id);
    expect(report).toMatchObject({ status: 'completed', progress: 1, can: { repeat: true, remove: true } });
    expect(report.downloadUrl).toBe(`/api/reports/${id}/download`);
    expect(report.auditHead?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(report.files.map(({ format }) => format)).toEqual(['pdf', 'xlsx', 'csv']);
    for (const { format, sha256, size } of report.files) {
      const reply = await test.app.fastify.inject({
        url: `/api/reports/${id}/download?format=${format}`,
        headers: { authorization: `Bearer ${lagos.token}` },
      });
      expect(reply.statusCode).toBe(200);
      expect(reply.rawPayload).toHaveLength(size);
      expect(createHash('sha256').update(reply.rawPayload).digest('hex')).toBe(sha256);
      expect(reply.headers['content-disposition']).toBe(
        `attachment; filename="election-summary-presidential-election-lagos.${format}"`,
      );
      expect(reply.headers['x-content-type-options']).toBe('nosniff');
    }
    const shown = await lagos.get(`/reports/${id}/download?inline=true`);
    expect(shown.headers['content-disposition']).toMatch(/^inline;/);
    expect(shown.headers['content-type']).toBe('application/pdf');
    expect(await auditOf(test, id)).toEqual([
      'report.requested',
      'report.completed',
      ...Array(4).fill('report.downloaded'),
    ]);
    expect(await newsOf(lagos)).toEqual([
      { title: 'Report ready', topic: 'reports', action_url: `/reports?report=${id}` },
    ]);
  });

  it('is made again for the same area, for every requester', async () => {
    const id = await ask(lagos);
    await test.app.platform.jobs.runDue();
    const national = await test.as('national_admin', place('NG'));
    await national.post('/reports', { template: 'security_audit', parameters: { date_range: { period: 'today' } } });
    await test.app.platform.jobs.runDue();
    const [ready] = await newsOf(national);
    expect(ready).toMatchObject({ title: 'Report ready', action_url: expect.stringMatching(/^\/reports\?report=/) });
    const again = (await national.post(`/reports/${id}/repeat`)).json<GeneratedReport>('data');
    expect(again).toMatchObject({ area: { name: 'Lagos' }, requestedBy: { id: national.person.id }, status: 'queued' });
    expect(again.id).not.toBe(id);
  });

  it('fails with a reason where the requester may not run it any more', async () => {
    const mover = await test.as('state_admin', place('28'));
    const id = await ask(mover);
    await test.database.db
      .updateTable('users')
      .set({ area_id: place('30') })
      .where('id', '=', mover.person.id)
      .execute();
    await test.app.platform.jobs.runDue();
    const national = await test.as('national_admin', place('NG'));
    const report = await look(national, id);
    expect(report.status).toBe('failed');
    expect(report.error).toMatch(/may not run it any more/);
    expect(await auditOf(test, id)).toEqual(['report.requested', 'report.failed']);
    expect((await national.get(`/reports/${id}/download`)).code).toBe('REPORT_NOT_READY');
  });

  it('says so where the election that it is about is gone', async () => {
    const asker = await test.as('state_admin', place('32'));
    const draft = await createElection(test.database.db, { status: 'draft' });
    const asked = await asker.post('/reports', { template: 'election_summary', parameters: { election_id: draft } });
    await test.database.db.deleteFrom('elections').where('id', '=', draft).execute();
    await test.app.platform.jobs.runDue();
    const report = await look(asker, asked.json<ReportId>('data.id'));
    expect(report).toMatchObject({ status: 'failed', error: expect.stringMatching(/election does not exist/) });
  });

  it('fails at once where its template does, with a number for the administrator and nothing of the reason', async () => {
    const asker = await test.as('state_admin', place('21'));
    const id = await ask(asker);
    const errors: unknown[] = [];
    const store = test.app.platform.files;
    const broken = { ...TEMPLATES, election_summary: () => Promise.reject(new Error('column x does not exist')) };
    await generate(test.app.platform, store, id, never, (error) => errors.push(error), broken);
    const report = await look(asker, id);
    expect(report).toMatchObject({ status: 'failed', files: [], can: { repeat: true } });
    expect(report.error).toContain(id);
    expect(report.error).not.toContain('column');
    // The log has the reason under the same number.
    expect(errors).toMatchObject([
      { message: expect.stringContaining(id), cause: { message: 'column x does not exist' } },
    ]);
    expect((await newsOf(asker)).map(({ title }) => title)).toEqual(['Report failed']);
    await test.app.platform.jobs.runDue();
    expect((await look(asker, id)).status).toBe('failed');
  });

  it('of a server that was killed in the middle is begun again by the next, complete and announced once', async () => {
    const asker = await test.as('state_admin', place('22'));
    const id = await ask(asker);
    const { platform } = test.app;
    const store = platform.files;
    const stuck = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const dying = generate(platform, store, id, never, fail, {
      ...TEMPLATES,
      async election_summary(source) {
        begun.resolve();
        await stuck.promise;
        return await electionSummary(source);
      },
    });
    await begun.promise;
    await store.put(keyOf({ id, attempts: 1 }, 'pdf'), Buffer.from('%PDF-1.7 half of'));
    expect((await look(asker, id)).status).toBe('running');
    await dieHolding();
    const next = createJobs(test.database, fail);
    next.define(...reportJobs(platform, fail));
    await next.start();
    try {
      await expect.poll(async () => (await look(asker, id)).status, { timeout: 15_000 }).toBe('completed');
    } finally {
      await next.stop();
    }
    expect(existsSync(fileOf(id, 1, 'pdf'))).toBe(false);
    const before = await look(asker, id);
    // The dead attempt was only suspended: its work does not count.
    stuck.resolve();
    await dying;
    expect(await look(asker, id)).toEqual(before);
    expect(existsSync(fileOf(id, 1, 'pdf'))).toBe(false);
    expect(existsSync(fileOf(id, 2, 'pdf'))).toBe(true);
    expect((await asker.get(`/reports/${id}/download`)).text).toMatch(/^%PDF-.*%%EOF\s*$/s);
    expect((await newsOf(asker)).map(({ title }) => title)).toEqual(['Report ready']);
    expect(await auditOf(test, id)).toEqual(['report.requested', 'report.completed', 'report.downloaded']);
  });

  it('is given up with a sentence when every server that made it died', async () => {
    const asker = await test.as('state_admin', place('23'));
    const id = await ask(asker);
    await test.database.db
      .updateTable('reports')
      .set({ attempts: 3, status: 'running' })
      .where('id', '=', id)
      .execute();
    const store = test.app.platform.files;
    await generate(test.app.platform, store, id, never, fail);
    expect(await look(asker, id)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/stopped each time/),
    });
  });

  it('keeps its files where something fails after it was completed', async () => {
    const asker = await test.as('state_admin', place('20'));
    const id = await ask(asker);
    const store = test.app.platform.files;
    let written = 0;
    const counting = {
      ...store,
      put: async (...file: Parameters<typeof store.put>) => {
        await store.put(...file);
        written++;
      },
    };
    const { platform } = test.app;
    const wake = () => {
      if (written === 3) throw new Error('connection lost after the commit');
      platform.events.wake();
    };
    const errors: unknown[] = [];
    await generate({ ...platform, events: { ...platform.events, wake } }, counting, id, never, (error) =>
      errors.push(error),
    );
    expect(await look(asker, id)).toMatchObject({ status: 'completed', can: { repeat: true } });
    expect(errors).toHaveLength(1);
    expect((await asker.get(`/reports/${id}/download`)).status).toBe(200);
  });

  it('waits for the next server where one stops in order', async () => {
    const asker = await test.as('state_admin', place('25'));
    const id = await ask(asker);
    const store = test.app.platform.files;
    const stopping = new AbortController();
    stopping.abort(new Error('the server stops'));
    await expect(generate(test.app.platform, store, id, stopping.signal, fail)).rejects.toThrow('the server stops');
    expect((await look(asker, id)).status).toBe('running');
    await generate(test.app.platform, store, id, never, fail);
    expect((await look(asker, id)).status).toBe('completed');
  });

  it('loses its files after their time and keeps its record', async () => {
    const asker = await test.as('state_admin', place('26'));
    const id = await ask(asker);
    await test.app.platform.jobs.runDue();
    const file = fileOf(id, 1, 'pdf');
    expect(existsSync(file)).toBe(true);
    const expire = async () => {
      await sql`select graphile_worker.add_job('report.expire')`.execute(test.database.db);
      await test.app.platform.jobs.runDue();
    };
    const before = test.clock.now();
    try {
      await expire();
      expect((await look(asker, id)).status).toBe('completed');
      test.clock.advance(90 * 24 * 60);
      await expire();
      const expired = await look(await test.signIn(asker.person), id);
      expect(expired).toMatchObject({ status: 'expired', files: [], downloadUrl: null, can: { repeat: true } });
      expect(expired.auditHead).not.toBeNull();
      expect(existsSync(file)).toBe(false);
      await expire();
      expect(await auditOf(test, id)).toEqual(['report.requested', 'report.completed', 'report.expired']);
      expect((await (await test.signIn(asker.person)).get(`/reports/${id}/download`)).status).toBe(410);
    } finally {
      test.clock.set(before);
    }
  });

  it('whose files were removed from the disk is refused, and not noted as downloaded', async () => {
    const asker = await test.as('state_admin', place('29'));
    const id = await ask(asker);
    await test.app.platform.jobs.runDue();
    await rm(fileOf(id, 1, 'csv'));
    expect((await asker.get(`/reports/${id}/download?format=csv`)).code).toBe('REPORT_EXPIRED');
    expect(await auditOf(test, id)).toEqual(['report.requested', 'report.completed']);
    expect((await asker.get(`/reports/${id}/download`)).status).toBe(200);
  });

  it('that is removed while it is made leaves nothing behind', async () => {
    const asker = await test.as('state_admin', place('31'));
    const id = await ask(asker);
    const store = test.app.platform.files;
    await generate(test.app.platform, store, id, never, fail, {
      ...TEMPLATES,
      async election_summary(source) {
        expect((await asker.delete(`/reports/${id}`)).status).toBe(200);
        return await electionSummary(source);
      },
    });
    for (const format of ['pdf', 'xlsx', 'csv'] as const) expect(existsSync(fileOf(id, 1, format))).toBe(false);
    expect(await auditOf(test, id)).toEqual(['report.requested', 'report.removed']);
    expect(await newsOf(asker)).toEqual([]);
  });

  it('that is removed takes its files along', async () => {
    const asker = await test.as('state_admin', place('27'));
    const id = await ask(asker);
    await test.app.platform.jobs.runDue();
    expect((await asker.delete(`/reports/${id}`)).status).toBe(200);
    await vi.waitFor(() => expect(existsSync(fileOf(id, 1, 'csv'))).toBe(false));
  });
});
