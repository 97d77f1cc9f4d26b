import { codeOf } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createElection,
  createPerson,
  createWard,
  newOfficer,
  nextPhone,
  place,
  setElectionMode,
} from '../../../test/builders.ts';
import { invitedCode, lastCodeSentTo } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { auditOf, fieldOf } from '../../../test/looks.ts';

let test: TestApp;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

describe('changing', () => {
  it('changes what is named, clears what is null, and keeps the rest', async () => {
    const { ward, units } = await createWard(test.database.db, 1);
    const made = await national.post('/users', newOfficer(units[0] ?? ward, { email: 'a@b.ng', firstName: 'Ada' }));
    const { id, updatedAt } = made.json<{ id: string; updatedAt: string }>('data.user');
    const reply = await national.put(`/users/${id}`, { name: 'Ada Eze', email: null, updatedAt });
    expect(reply.json('data.user')).toMatchObject({
      name: 'Ada Eze',
      email: null,
      firstName: 'Ada',
      role: 'polling_unit_officer',
    });
    expect(await auditOf(test, 'user.updated', id)).toMatchObject([
      { previous: { name: 'Ada Obi', email: 'a@b.ng' }, next: { name: 'Ada Eze', email: null } },
    ]);
    const late = await national.put(`/users/${id}`, { name: 'Too late', updatedAt: '2020-01-01T00:00:00.000Z' });
    expect([late.status, late.code]).toEqual([409, 'CONFLICT']);
  });

  it('moves a person up with the office that the new role has, and refuses one that is taken', async () => {
    const { ward, units } = await createWard(test.database.db, 2);
    const made = await national.post('/users', newOfficer(units[0] ?? ward));
    const id = made.json<string>('data.user.id');
    const promoted = await national.put(`/users/${id}`, { role: 'ward_admin' });
    expect(promoted.json('data.user.assignment.id')).toBe(ward);
    const other = await national.post('/users', newOfficer(units[1] ?? ward));
    const taken = await national.put(`/users/${other.json<string>('data.user.id')}`, { role: 'ward_admin' });
    expect(taken.code).toBe('OFFICE_TAKEN');
    const down = await national.put(`/users/${id}`, { role: 'polling_unit_officer' });
    expect(down.code).toBe('ASSIGNMENT_INCOMPLETE');
  });

  it('of where a person lives leaves their office where it is', async () => {
    const { ward, units } = await createWard(test.database.db, 1);
    const elsewhere = await createWard(test.database.db, 1, place('24-12'));
    const office = await test.as('super_admin', place('NG'));
    const made = await office.post('/users', newOfficer(units[0] ?? ward));
    const url = `/users/${made.json<string>('data.user.id')}`;
    const moved = await office.put(url, { region: 'SW', state: '24', lga: '24-12' });
    expect(moved.json('data.user')).toMatchObject({
      assignment: { id: units[0] },
      personalLocation: { id: place('24-12') },
    });
    const deeper = await office.put(url, { pollingUnit: elsewhere.units[0] });
    expect(deeper.json('data.user')).toMatchObject({
      assignment: { id: units[0] },
      personalLocation: { id: elsewhere.units[0] },
    });
    const lower = await office.put(url, { role: 'gpuo', state: 'Kano' });
    expect(lower.json('data.user')).toMatchObject({ role: 'gpuo', assignment: { id: units[0] } });
    const moderator = await test.as('global_moderator', place('NG'));
    const asked = await moderator.put(url, { lga: '24-12', justification: 'They have moved.' });
    expect((await office.post(`/approvals/${asked.json<string>('data.requestId')}/approve`)).status).toBe(200);
    expect((await office.get(url)).json('data')).toMatchObject({
      assignment: { id: units[0] },
      personalLocation: { id: place('24-12') },
    });
  });

  it('ends the sessions of a user who is deactivated, at the next call', async () => {
    const { ward } = await createWard(test.database.db, 1);
    const admin = await test.as('ward_admin', ward);
    expect((await admin.get('/users')).status).toBe(200);
    const reply = await national.put(`/users/${admin.person.id}`, { status: 'INACTIVE' });
    expect(reply.json('data.user.status')).toBe('INACTIVE');
    expect((await admin.get('/users')).code).toBe('SESSION_ENDED');
    expect(await auditOf(test, 'user.status_changed', admin.person.id)).toHaveLength(1);
  });

  it('lets a changed role count at the next call', async () => {
    const { ward } = await createWard(test.database.db, 1);
    const admin = await test.as('ward_admin', ward);
    const lga = await createWard(test.database.db, 1, place('24-12'));
    expect((await admin.get(`/locations/${lga.ward}`)).status).toBe(404);
    await national.put(`/users/${admin.person.id}`, { assignedWard: lga.ward });
    expect((await admin.get(`/locations/${lga.ward}`)).status).toBe(200);
    expect((await admin.get(`/locations/${ward}`)).status).toBe(404);
  });

  it.each<[Role, string, number, string | undefined]>([
    ['state_admin', '24', 400, 'JUSTIFICATION_REQUIRED'],
    ['lga_admin', '24-11', 400, 'JUSTIFICATION_REQUIRED'],
    ['lga_admin', '24-12', 404, 'NOT_FOUND'],
    ['state_admin', '25', 404, 'NOT_FOUND'],
    ['national_admin', 'NG', 200, undefined],
    ['super_admin', 'NG', 200, undefined],
  ])('by a %s of %s answers %i', async (role, area, status, code) => {
    const { ward } = await createWard(test.database.db, 1);
    const target = await createPerson(test.database.db, { role: 'ward_admin', area: ward });
    const client = await test.as(role, place(area));
    const reply = await client.put(`/users/${target.id}`, { name: 'Changed' });
    expect([reply.status, reply.code]).toEqual([status, code]);
  });

  it('of equals, of oneself and of those above is refused', async () => {
    const other = await createPerson(test.database.db, { role: 'national_admin', area: place('NG') });
    expect((await national.put(`/users/${other.id}`, { name: 'X' })).code).toBe('NOT_BELOW_YOU');
    expect((await national.put(`/users/${national.person.id}`, { name: 'X' })).code).toBe('NOT_BELOW_YOU');
    const boss = await createPerson(test.database.db, { role: 'super_admin', area: place('NG') });
    expect((await national.delete(`/users/${boss.id}`)).code).toBe('NOT_BELOW_YOU');
  });
});

describe('deleting', () => {
  it('frees phone and office, ends sessions, and leaves the person out of every list', async () => {
    const { ward, units } = await createWard(test.database.db, 1);
    const officer = await test.as('polling_unit_officer', units[0] ?? ward);
    expect((await national.delete(`/users/${officer.person.id}`)).json('data.outcome')).toBe('done');
    expect((await officer.get('/auth/me')).code).toBe('SESSION_ENDED');
    expect((await national.get(`/users/${officer.person.id}`)).status).toBe(404);
    expect((await national.get(`/users?pollingUnitId=${units[0]}`)).json('data.total')).toBe(0);
    expect((await national.delete(`/users/${officer.person.id}`)).status).toBe(404);
    expect(await auditOf(test, 'user.deleted', officer.person.id)).toHaveLength(1);
    expect((await national.post('/users', newOfficer(units[0] ?? ward, { phone: officer.person.phone }))).status).toBe(
      201,
    );
  });

  it('ends what the person was asked to do: they are no transcriber and no agent of a centre', async () => {
    const { ward, units } = await createWard(test.database.db, 1);
    const election = await createElection(test.database.db);
    const { person } = await test.as('polling_unit_officer', units[0] ?? ward);
    const lead = await test.as('ward_admin', ward);
    await setElectionMode(test.database.db, true);
    test.app.platform.organisation.invalidate();
    const centre = { electionId: election, area: codeOf(ward), userId: person.id };
    expect((await lead.put('/collations/agents', centre)).status).toBe(200);
    expect((await lead.put(`/second-entries/transcribers/${person.id}`, { transcriber: true })).status).toBe(200);
    const listed = async () => {
      const agents = await lead.get(`/collations/agents?electionId=${election}`);
      const transcribers = await lead.get('/second-entries/transcribers');
      return [agents.json('data.total'), transcribers.json('data.total')];
    };
    expect(await listed()).toEqual([1, 1]);
    expect((await national.put(`/users/${person.id}`, { status: 'SUSPENDED' })).status).toBe(200);
    expect(await listed()).toEqual([1, 0]);
    expect((await national.put(`/users/${person.id}`, { status: 'ACTIVE' })).status).toBe(200);
    expect(await listed()).toEqual([1, 1]);
    expect((await national.delete(`/users/${person.id}`)).json('data.outcome')).toBe('done');
    expect(await listed()).toEqual([0, 0]);
    const { db } = test.database;
    const kept = await db.selectFrom('users').select('transcriber').where('id', '=', person.id).executeTakeFirst();
    expect(kept).toEqual({ transcriber: false });
    expect(await db.selectFrom('collation_agents').select('id').where('user_id', '=', person.id).execute()).toEqual([]);
  });

  it('never removes the last active super admin, even when two remove each other at once', async () => {
    const own = await testApp();
    const [a, b] = [await own.as('super_admin', place('NG')), await own.as('super_admin', place('NG'))];
    const replies = await Promise.all([a.delete(`/users/${b.person.id}`), b.delete(`/users/${a.person.id}`)]);
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    const left = await own.database.db.selectFrom('users').select('id').where('status', '=', 'ACTIVE').execute();
    expect(left.length).toBeGreaterThanOrEqual(1);
    await own.close();
  });
});

describe('an administrator’s password reset', () => {
  it('ends the sessions, must be changed at the next sign-in, and is audited without the password', async () => {
    const { ward } = await createWard(test.database.db, 1);
    const admin = await test.as('ward_admin', ward);
    const reply = await national.post('/auth/admin-reset-password', {
      userId: admin.person.id,
      newPassword: 'long enough',
    });
    expect(reply.status).toBe(200);
    expect((await admin.get('/auth/me')).code).toBe('SESSION_ENDED');
    const signIn = await test.anonymous.post('/auth/login', {
      phoneNumber: admin.person.phone,
      password: 'long enough',
    });
    expect([signIn.status, signIn.json('requires2FA')]).toEqual([200, true]);
    const [entry] = await auditOf(test, 'auth.password_reset_by_admin', admin.person.id);
    expect(JSON.stringify(entry)).not.toContain('long enough');
  });

  it('is taken as it is written, with its spaces', async () => {
    const { ward } = await createWard(test.database.db, 1);
    const { id, phone } = await createPerson(test.database.db, { role: 'ward_admin', area: ward });
    const password = ' with spaces ';
    await national.post('/auth/admin-reset-password', { userId: id, newPassword: password });
    expect((await test.anonymous.post('/auth/login', { phoneNumber: phone, password })).status).toBe(200);
  });

  it('is refused for a short or common one, for those above or equal, and outside the area', async () => {
    const { ward } = await createWard(test.database.db, 1);
    const target = await createPerson(test.database.db, { role: 'ward_admin', area: ward });
    const short = await national.post('/auth/admin-reset-password', { userId: target.id, newPassword: 'seven77' });
    expect([short.code, fieldOf(short)?.message]).toEqual([
      'PASSWORD_TOO_SHORT',
      'Password must be at least 8 characters long',
    ]);
    const weak = await national.post('/auth/admin-reset-password', { userId: target.id, newPassword: 'dragon123' });
    expect([weak.code, fieldOf(weak)?.path]).toEqual(['PASSWORD_TOO_COMMON', 'newPassword']);
    const regional = await test.as('regional_admin', place('NE'));
    const outside = await regional.post('/auth/admin-reset-password', {
      userId: target.id,
      newPassword: 'long enough',
    });
    expect(outside.status).toBe(404);
    const peer = await createPerson(test.database.db, { role: 'global_moderator', area: place('NG') });
    const moderator = await test.as('global_moderator', place('NG'));
    const equal = await moderator.post('/auth/admin-reset-password', { userId: peer.id, newPassword: 'long enough' });
    expect([equal.status, equal.code]).toEqual([403, 'NOT_BELOW_YOU']);
  });
});

describe('what is sent', () => {
  const base = { name: 'Ada Obi', role: 'lga_admin', state: '25' };

  it('may name a place by a long name', async () => {
    const fct = { name: 'Ada Obi', phone: nextPhone(), role: 'state_admin', state: 'Federal Capital Territory' };
    const made = await national.post('/users', fct);
    expect([made.status, made.json('data.user.assignedState')]).toEqual([201, 'Federal Capital Territory']);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a null character', { name: 'Ada\u0000' }, 'name'],
    ['half a character', { name: 'Ada \ud83d' }, 'name'],
    ['a null character in a place', { lga: 'Ag\u0000ege' }, 'lga'],
    ['an invisible name', { name: '\u200b' }, 'name'],
    ['a name with a control character', { name: 'Ada\u0007Obi' }, 'name'],
  ])('is refused at its field for %s', async (_, change, path) => {
    const reply = await national.post('/users', { ...base, phone: nextPhone(), lga: '25-01', ...change });
    expect([reply.status, reply.code, fieldOf(reply)?.path]).toEqual([400, 'VALIDATION_FAILED', path]);
  });

  it('is refused for a null character in a search and in a justification', async () => {
    const target = await createPerson(test.database.db, {
      role: 'ward_admin',
      area: (await createWard(test.database.db)).ward,
    });
    const regional = await test.as('regional_admin', place('SW'));
    const ask = (justification: string) => regional.delete(`/users/${target.id}`, { justification });
    for (const list of ['/users', '/approvals', '/approvals/audit-trail']) {
      expect((await national.get(`${list}?q=%00`)).code).toBe('VALIDATION_FAILED');
    }
    const reply = await ask('Because\u0000 of that.');
    expect([reply.status, fieldOf(reply)?.path]).toEqual([400, 'justification']);
    const marks = await ask('😀😀😀😀😀');
    expect([marks.status, marks.code]).toEqual([400, 'JUSTIFICATION_REQUIRED']);
  });

  it('names at its field the place that lies outside the area', async () => {
    const state = await test.as('state_admin', place('26'));
    const assigned = { assignedState: '25', assignedLga: '25-02' };
    const reply = await state.post('/users', { name: 'Ada Obi', phone: nextPhone(), role: 'lga_admin', ...assigned });
    expect([reply.status, reply.code, fieldOf(reply)?.path]).toEqual([404, 'UNKNOWN_LOCATION', 'assignedLga']);
    expect(fieldOf(reply)?.message).toContain('25-02');
  });
});

describe('a person who was invited', () => {
  it('gets a new code when their phone is corrected, and the old one serves no more', async () => {
    const made = await national.post('/users', {
      name: 'Ada Obi',
      phone: nextPhone(),
      role: 'lga_admin',
      lga: '25-03',
      state: '25',
    });
    const id = made.json<string>('data.user.id');
    const inviteCode = await invitedCode(national, id);
    const phone = nextPhone();
    expect((await national.put(`/users/${id}`, { phone })).status).toBe(200);
    const sent = await test.database.db.selectFrom('messages').select('body').where('recipient', '=', phone).execute();
    const code = await invitedCode(national, id);
    expect(sent.map(({ body }) => body?.includes(code))).toEqual([true]);
    const old = { phoneNumber: phone, inviteCode, newPassword: 'long enough' };
    expect((await test.anonymous.post('/auth/accept-invite', old)).code).toBe('BAD_INVITE');
    expect((await test.anonymous.post('/auth/accept-invite', { ...old, inviteCode: code })).status).toBe(200);
  });
});

describe('a phone that was given up', () => {
  it('leaves no session and no known device: the account is signed in to anew', async () => {
    const { ward } = await createWard(test.database.db, 1);
    const admin = await test.as('ward_admin', ward);
    const { id } = admin.person;
    const device = { device: Buffer.alloc(32), first_used_at: new Date(), last_used_at: new Date() };
    await test.database.db
      .insertInto('known_devices')
      .values({ user_id: id, ...device })
      .execute();
    expect((await national.put(`/users/${id}`, { name: 'Other Name' })).status).toBe(200);
    expect((await admin.get('/notifications')).status).toBe(200);
    expect((await national.put(`/users/${id}`, { phone: nextPhone() })).status).toBe(200);
    expect((await admin.get('/notifications')).code).toBe('SESSION_ENDED');
    const known = test.database.db.selectFrom('known_devices').select('device').where('user_id', '=', id);
    expect(await known.execute()).toEqual([]);
    const ended = test.database.db.selectFrom('sessions').select('end_reason').where('user_id', '=', id);
    expect(await ended.execute()).toEqual([{ end_reason: 'phone changed' }]);
  });

  it('opens nothing any more with the code that was sent there', async () => {
    const { person } = await test.as('state_admin', place('27'));
    await test.anonymous.post('/auth/forgot-password', { phoneNumber: person.phone });
    await expect.poll(() => lastCodeSentTo(test, person.phone)).toMatch(/^\d{6}$/);
    const resetCode = await lastCodeSentTo(test, person.phone);
    const phoneNumber = nextPhone();
    expect((await national.put(`/users/${person.id}`, { phone: phoneNumber })).status).toBe(200);
    const reply = await test.anonymous.post('/auth/reset-password', {
      phoneNumber,
      resetCode,
      newPassword: 'long enough',
    });
    expect([reply.status, reply.code]).toEqual([400, 'BAD_RESET_CODE']);
  });
});
