import type { SessionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { ActiveSession, ActiveSessionList } from '@ec/contract/security/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createWard, place } from '../../../test/builders.ts';
import { auditOf } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { narrowed } from '../../../test/moderators.ts';
import { openStream, ticketOf } from '../../../test/stream.ts';
import { buildApp } from '../../app.ts';
import { inTransaction, openDatabase } from '../../platform/database/database.ts';
import { openSession } from '../../platform/identity/sessions.ts';

let test: TestApp;
let reader: Client;
let ward: LocationId;
beforeAll(async () => {
  test = await testApp();
  reader = await test.as('super_admin', place('NG'));
  ward = (await createWard(test.database.db, 1)).ward;
});
afterAll(() => test.close());

const listOf = async (client: Client, query = '') =>
  (await client.get(`/security/sessions${query}`)).json<ActiveSessionList>('data');

async function sessionOf(client: Client): Promise<ActiveSession> {
  const found = (await listOf(reader, `?userId=${client.person.id}`)).sessions[0];
  if (!found) throw new Error('no open session');
  return found;
}

const end = (client: Client, id: string) => client.delete(`/security/sessions/${id}`);

describe('open sessions', () => {
  it('name their user and address, and mark the caller’s own', async () => {
    const officer = await test.as('ward_admin', ward);
    expect(await sessionOf(officer)).toEqual({
      id: expect.any(String),
      user: { id: officer.person.id, name: officer.person.name, role: 'ward_admin' },
      area: { id: ward, type: 'ward', name: expect.stringMatching(/^Ward /) },
      device: 'Unknown device',
      ip: '127.0.0.1',
      createdAt: test.clock.now().toISOString(),
      lastSeenAt: test.clock.now().toISOString(),
      renewed: null,
      isCurrent: false,
      can: { end: true },
    });
    expect(await sessionOf(reader)).toMatchObject({ isCurrent: true, can: { end: false } });
  });

  it('give the time and the address of the last renewal', async () => {
    const { person } = await test.as('moderator', ward);
    const { refreshToken } = await inTransaction(test.database.db, (tx) =>
      openSession(tx, { userId: person.id, ip: '10.0.0.1', userAgent: null, now: test.clock.now() }),
    );
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/131.0.0.0 Mobile Safari/537.36' };
    await test.anonymous.post('/auth/refresh', { refreshToken }, headers);
    const { sessions } = await listOf(reader, `?userId=${person.id}`);
    const renewed = { at: test.clock.now().toISOString(), ip: '127.0.0.1', device: 'Chrome on Android' };
    expect(sessions.map((session) => session.renewed)).toEqual([renewed, null]);
    const own = await (await test.signIn(person)).get('/auth/sessions');
    expect(own.json<{ renewed: unknown }[]>('data.sessions').map((session) => session.renewed)).toContainEqual(renewed);
  });

  it('are found by name, phone, role and area, and counted by the places below it', async () => {
    const sokoto = await test.as('state_admin', place('33'));
    await test.database.db
      .updateTable('users')
      .set({ name: 'Hadiza Gusau' })
      .where('id', '=', sokoto.person.id)
      .execute();
    const local = sokoto.person.phone.replace('+234', '0');
    for (const query of ['?q=hadiza+gus', `?q=${local}`, '?area=33', `?area=NW&role=state_admin`]) {
      const found = await listOf(reader, query);
      expect(
        found.sessions.map(({ user }) => user.id),
        query,
      ).toEqual([sokoto.person.id]);
      expect(found.total, query).toBe(1);
    }
    const { areas } = await listOf(reader, '?area=NW');
    expect(areas).toEqual([{ area: { id: place('33'), type: 'state', name: 'Sokoto' }, sessions: 1 }]);
    const zones = (await listOf(reader)).areas;
    expect(zones.find(({ area }) => area.id === place('NW'))?.sessions).toBe(1);
    expect((await reader.get('/security/sessions?area=99')).code).toBe('UNKNOWN_LOCATION');
  });

  it('come page by page, those signed in last first, from either end', async () => {
    const lga = place('33-05');
    const people: string[] = [];
    for (let number = 0; number < 5; number++) people.unshift((await test.as('moderator', lga)).person.id);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => listOf(reader, `?area=33-05&pageSize=2&page=${page}`)));
    expect(pages.map(({ sessions }) => sessions.map(({ user }) => user.id))).toEqual([
      people.slice(0, 2),
      people.slice(2, 4),
      people.slice(4),
      [],
    ]);
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
  });

  it('leave out what has ended or been idle for too long', async () => {
    const person = await createPerson(test.database.db, { role: 'moderator', area: place('33-06') });
    const [old, recent] = [await test.signIn(person), await test.signIn(person)];
    await old.post('/auth/logout');
    expect((await listOf(reader, '?area=33-06')).total).toBe(1);
    await test.database.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(test.clock.now().getTime() - 31 * 60_000) })
      .where('user_id', '=', recent.person.id)
      .execute();
    expect(await listOf(reader, '?area=33-06')).toEqual({ sessions: [], total: 0, areas: [] });
  });

  it('that were left idle are noted as ended in the course of time, and others are not', async () => {
    const person = await createPerson(test.database.db, { role: 'moderator', area: place('33-07') });
    const [idle, open] = [await sessionOf(await test.signIn(person)), await test.signIn(person)];
    await test.database.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(test.clock.now().getTime() - 60 * 60_000) })
      .where('id', '=', idle.id)
      .execute();
    await sql`select graphile_worker.add_job('security.end_idle_sessions')`.execute(test.database.db);
    await test.app.platform.jobs.runDue();
    const row = await test.database.db.selectFrom('sessions').selectAll().where('id', '=', idle.id).executeTakeFirst();
    expect(row).toMatchObject({ ended_at: test.clock.now(), end_reason: 'idle for too long' });
    expect((await open.get('/auth/me')).status).toBe(200);
  });
});

describe('ending a session', () => {
  it('refuses its token at once, closes its stream, says why, and is on record', async () => {
    const victim = await test.as('lga_admin', place('24-11'));
    const stream = await openStream(test, await ticketOf(victim));
    expect((await victim.get('/auth/me')).status).toBe(200);
    const { id } = await sessionOf(victim);
    const reply = await end(reader, id);
    expect([reply.status, reply.json('data')]).toEqual([200, { ended: 1 }]);
    const refused = await victim.get('/auth/me');
    expect([refused.status, refused.code]).toEqual([401, 'SESSION_ENDED']);
    expect(await stream.next('session-ended')).toEqual({
      type: 'session-ended',
      reason: 'ended by an administrator',
      at: test.clock.now().toISOString(),
      device: null,
    });
    expect(await stream.next('any')).toBeUndefined();
    expect(await auditOf(test, id)).toEqual(['stream.opened', 'security.session_ended']);
    expect((await end(reader, id)).status).toBe(404);
  });

  it('is heard of by other servers, though they have just let the token pass', async () => {
    const database = openDatabase(test.database.url, { max: 2 });
    const { config, clock } = test.app.platform;
    const other = await buildApp({ config, database, clock, runJobs: false });
    try {
      const victim = await test.as('lga_admin', place('24-12'));
      const call = () =>
        other.fastify.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${victim.token}` } });
      expect((await call()).statusCode).toBe(200);
      const heard = new Promise<void>((resolve) => {
        other.platform.events.subscribe((batch) => {
          if (batch.some(({ event }) => event.type === 'session.ended')) resolve();
        });
      });
      await end(reader, (await sessionOf(victim)).id);
      await heard;
      expect((await call()).statusCode).toBe(401);
    } finally {
      await other.close();
      await database.close();
    }
  });

  it('is not for the own one', async () => {
    const own = await sessionOf(reader);
    const reply = await end(reader, own.id);
    expect([reply.status, reply.code]).toEqual([409, 'OWN_SESSION']);
  });

  it('is for those below one’s level; the super admin may end everybody’s', async () => {
    const national = await test.as('national_admin', place('NG'));
    const equal = await sessionOf(await test.as('national_admin', place('NG')));
    const below = await sessionOf(await test.as('global_moderator', place('NG')));
    expect((await listOf(national, `?userId=${equal.user.id}`)).sessions[0]?.can).toEqual({ end: false });
    expect([(await end(national, equal.id)).code, (await end(national, below.id)).status]).toEqual([
      'NOT_BELOW_YOU',
      200,
    ]);
    expect((await end(reader, equal.id)).status).toBe(200);
  });

  it('lets only one of two administrators end it', async () => {
    const { id } = await sessionOf(await test.as('lga_admin', place('24-13')));
    const replies = await Promise.all([end(reader, id), end(reader, id)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  });

  it('refuses what is no session', async () => {
    expect((await end(reader, '0190aaaa-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await end(reader, 'x')).code).toBe('VALIDATION_FAILED');
  });
});

describe('a narrowed moderator', () => {
  it('sees and ends the sessions of their areas alone', async () => {
    const moderator = await narrowed(test, {
      canAccessAuditLogs: true,
      canManageSecurity: true,
      allowedStates: ['24', '33'],
      canManageRoles: ['lga_admin'],
    });
    const [inside, outside] = await Promise.all([
      test.as('lga_admin', place('33-09')).then(sessionOf),
      test.as('lga_admin', place('25-01')).then(sessionOf),
    ]);
    const seen = await listOf(moderator, '?pageSize=1000');
    const ids = seen.sessions.map(({ id }): SessionId => id);
    expect([ids.includes(inside.id), ids.includes(outside.id)]).toEqual([true, false]);
    expect(seen.areas.map(({ area }) => area.id)).toEqual([place('33'), place('24')].toSorted((a, b) => a - b));
    expect((await moderator.get('/security/sessions?area=25')).code).toBe('UNKNOWN_LOCATION');
    expect((await end(moderator, outside.id)).status).toBe(404);
    expect((await end(moderator, inside.id)).status).toBe(200);
  });

  it('ends no session of a role that they do not manage', async () => {
    const moderator = await narrowed(test, {
      canAccessAuditLogs: true,
      canManageSecurity: true,
      allowedStates: ['24'],
      canManageRoles: ['ward_admin'],
    });
    const { id } = await sessionOf(await test.as('lga_admin', place('24-14')));
    expect((await end(moderator, id)).code).toBe('NOT_BELOW_YOU');
  });
});
