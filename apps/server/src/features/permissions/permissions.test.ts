import { DEFAULT_LEVELS, type Level, type Module } from '@ec/contract/permissions/default-levels';
import type { PermissionAudit, PermissionRoleList, RolePermissions } from '@ec/contract/permissions/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPerson, createWard, place } from '../../../test/builders.ts';
import { auditOf, countWaiting } from '../../../test/credentials.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { openStream, ticketOf } from '../../../test/stream.ts';
import { buildApp } from '../../app.ts';
import { inTransaction, openDatabase } from '../../platform/database/database.ts';
import { lockRole } from './repository.ts';

let test: TestApp;
let editor: Client;
beforeAll(async () => {
  test = await testApp();
  editor = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

const setLevel = async (role: Role, module: Module, level: Level) => {
  await test.database.db.insertInto('role_permissions').values({ role, module, level }).execute();
  test.app.platform.organisation.invalidate();
};
beforeEach(async () => {
  await test.database.db.deleteFrom('role_permissions').execute();
  test.app.platform.organisation.invalidate();
});

const change = (moduleId: Module, expected: Level, permission: Level) => ({ moduleId, expected, permission });
const put = (role: string, ...changes: unknown[]): Promise<Reply> =>
  editor.put(`/permissions/roles/${role}`, { changes });
const stored = async (role: Role) =>
  await test.database.db.selectFrom('role_permissions').select(['module', 'level']).where('role', '=', role).execute();
const levelsIn = (reply: Reply) =>
  Object.fromEntries(
    reply.json<RolePermissions>('data').permissions.map(({ moduleId, permission }) => [moduleId, permission]),
  );
const log = async () => (await editor.get('/permissions/audit')).json<PermissionAudit>('data');

describe('the managed roles', () => {
  it('are five, with the people who act by them now and the modules that differ', async () => {
    const read = async () => {
      const list = (await editor.get('/permissions/roles')).json<PermissionRoleList>('data');
      return list.roles.map(({ roleId, people, changed }) => [roleId, people, changed] as const);
    };
    const before = await read();
    expect(before.map(([role]) => role)).toEqual([
      'moderator',
      'regional_admin',
      'state_admin',
      'lga_admin',
      'ward_admin',
    ]);
    await createPerson(test.database.db, { role: 'moderator', area: place('NG') });
    await createPerson(test.database.db, { role: 'moderator', area: place('NG'), status: 'INACTIVE' });
    await put('moderator', change('alerts', 'read', 'none'), change('disputes', 'none', 'read'));
    const [, people = 0] = before[0] ?? [];
    expect((await read())[0]).toEqual(['moderator', people + 1, 2]);
  });

  it.each(['ward_admin', 'Ward%20Admin', 'WARD-ADMIN'])(
    'are found as %s, with each module and its default',
    async (spelling) => {
      await setLevel('ward_admin', 'alerts', 'none');
      const reply = await editor.get(`/permissions/roles/${spelling}`);
      const { roleId, permissions, can } = reply.json<RolePermissions>('data');
      expect([roleId, permissions.length, can]).toEqual(['ward_admin', 13, { edit: true }]);
      expect(permissions.find(({ moduleId }) => moduleId === 'alerts')).toEqual({
        moduleId: 'alerts',
        moduleName: 'Alerts',
        category: 'security',
        description: 'Read shows alerts; write raises and acknowledges them.',
        permission: 'none',
        default: 'write',
      });
    },
  );

  it.each(['super_admin', 'global_moderator', 'polling_unit_officer', 'emperor'])('do not include %s', async (role) => {
    const code = role === 'emperor' ? 'ROLE_NOT_FOUND' : 'ROLE_NOT_MANAGED';
    for (const reply of [
      await editor.get(`/permissions/roles/${role}`),
      await put(role, change('alerts', 'write', 'none')),
      await editor.post(`/permissions/roles/${role}/reset`),
    ]) {
      expect([reply.status, reply.code]).toEqual([404, code]);
    }
  });

  it('are refused by their name, a module too', async () => {
    expect((await editor.get('/permissions/roles/emperor')).json('error')).toBe('Role not found');
    const unknown = { moduleId: 'treasury', permission: 'read', expected: 'none' };
    const reply = await editor.put('/permissions/roles/state_admin', { changes: [unknown] });
    expect([reply.status, reply.json('fields')]).toEqual([
      400,
      [{ path: 'changes.0.moduleId', message: 'Module not found' }],
    ]);
  });
});

describe('a change', () => {
  it('is stored, answered, audited and logged by its kind', async () => {
    const { total } = await log();
    const reply = await put(
      'state_admin',
      change('alerts', 'write', 'read'),
      change('reports', 'write', 'none'),
      change('settings', 'read', 'write'),
    );
    expect(reply.status).toBe(200);
    expect(levelsIn(reply)).toEqual({
      ...DEFAULT_LEVELS.state_admin,
      alerts: 'read',
      reports: 'none',
      settings: 'write',
    });
    expect((await stored('state_admin')).length).toBe(3);
    const [entry] = await test.database.db
      .selectFrom('audit_entries')
      .select(['event', 'user_id', 'previous_values', 'new_values'])
      .where('resource_id', '=', 'state_admin')
      .orderBy('id', 'desc')
      .execute();
    expect(entry).toEqual({
      event: 'permission.changed',
      user_id: editor.person.id,
      previous_values: { alerts: 'write', reports: 'write', settings: 'read' },
      new_values: { alerts: 'read', reports: 'none', settings: 'write' },
    });
    const after = await log();
    expect(after.total).toBe(total + 3);
    const by = { roleId: 'state_admin', updatedBy: { id: editor.person.id, name: editor.person.name } };
    expect(after.entries.slice(0, 3)).toEqual([
      expect.objectContaining({
        ...by,
        moduleId: 'settings',
        action: 'grant',
        oldPermission: 'read',
        newPermission: 'write',
      }),
      expect.objectContaining({
        ...by,
        moduleId: 'reports',
        action: 'revoke',
        oldPermission: 'write',
        newPermission: 'none',
      }),
      expect.objectContaining({
        ...by,
        moduleId: 'alerts',
        action: 'modify',
        oldPermission: 'write',
        newPermission: 'read',
      }),
    ]);
  });

  it('back to the default leaves nothing stored', async () => {
    await put('lga_admin', change('alerts', 'write', 'none'));
    const back = await put('lga_admin', change('alerts', 'none', 'write'));
    expect(levelsIn(back)).toEqual(DEFAULT_LEVELS.lga_admin);
    expect(await stored('lga_admin')).toEqual([]);
  });

  it('to what holds already changes and logs nothing', async () => {
    const [audited, { total }] = [await auditOf(test, 'ward_admin'), await log()];
    expect((await put('ward_admin', change('alerts', 'write', 'write'))).status).toBe(200);
    expect(await auditOf(test, 'ward_admin')).toEqual(audited);
    expect((await log()).total).toBe(total);
  });

  it('is refused whole where one level is not what its editor saw, and says which', async () => {
    await setLevel('ward_admin', 'disputes', 'read');
    const reply = await put('ward_admin', change('alerts', 'write', 'none'), change('disputes', 'write', 'none'));
    expect([reply.status, reply.code]).toEqual([409, 'CONFLICT']);
    expect(reply.json('fields')).toEqual([{ path: 'changes.1.expected', message: 'Disputes is at read now' }]);
    expect(await stored('ward_admin')).toEqual([{ module: 'disputes', level: 'read' }]);
  });

  it('is refused with all that is wrong in it', async () => {
    const reply = await put('ward_admin', change('horoscope' as Module, 'read', 'none'), {
      moduleId: 'alerts',
      expected: 'write',
      permission: 'everything',
    });
    expect([reply.status, reply.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.json<{ path: string }[]>('fields').map(({ path }) => path)).toEqual([
      'changes.0.moduleId',
      'changes.1.permission',
    ]);
    expect(await stored('ward_admin')).toEqual([]);
  });

  it.each([
    ['nothing in it', []],
    ['a module twice', [change('alerts', 'write', 'none'), change('alerts', 'write', 'read')]],
    ['no level seen', [{ moduleId: 'alerts', permission: 'none' }]],
  ])('is refused with %s', async (_, changes) => {
    const reply = await put('ward_admin', ...changes);
    expect([reply.status, reply.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(await stored('ward_admin')).toEqual([]);
  });

  it('is one of two that come at once; the other is refused', async () => {
    const { held, release } = await holdRole('regional_admin');
    await held;
    const both = [
      put('regional_admin', change('alerts', 'write', 'none')),
      put('regional_admin', change('alerts', 'write', 'read'), change('reports', 'write', 'none')),
    ];
    await expect.poll(() => countWaiting(test)).toBe(2);
    release();
    const replies = await Promise.all(both);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = replies.find(({ status }) => status === 200);
    const levels = levelsIn(await editor.get('/permissions/roles/regional_admin'));
    expect(winner && levelsIn(winner)).toEqual(levels);
    expect([levels['alerts'], levels['reports']]).not.toEqual(['none', 'none']);
  });
});

/** Holds the role's lock in a separate transaction until it is released. */
async function holdRole(role: 'regional_admin'): Promise<{ held: Promise<void>; release: () => void }> {
  const held = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  void inTransaction(test.database.db, async (tx) => {
    await lockRole(tx, role);
    held.resolve();
    await end.promise;
  }).catch(held.reject);
  return { held: held.promise, release: () => end.resolve() };
}

describe('a reset', () => {
  it('brings every module back, audited and logged', async () => {
    await put('moderator', change('alerts', 'read', 'none'), change('disputes', 'none', 'read'));
    const { total } = await log();
    const reply = await editor.post('/permissions/roles/moderator/reset');
    expect(levelsIn(reply)).toEqual(DEFAULT_LEVELS.moderator);
    expect(await stored('moderator')).toEqual([]);
    expect((await auditOf(test, 'moderator')).at(-1)).toBe('permission.reset');
    const after = await log();
    expect(after.total).toBe(total + 2);
    expect(after.entries.slice(0, 2).map(({ moduleId, action }) => [moduleId, action])).toEqual([
      ['alerts', 'grant'],
      ['disputes', 'revoke'],
    ]);
  });

  it('of a role at its defaults changes nothing', async () => {
    const { total } = await log();
    expect((await editor.post('/permissions/roles/lga_admin/reset')).status).toBe(200);
    expect((await log()).total).toBe(total);
  });
});

describe('what the editor does not hold', () => {
  it('is granted neither by a change nor by a reset, but may be taken away', async () => {
    await setLevel('state_admin', 'alerts', 'none');
    await setLevel('national_admin', 'alerts', 'read');
    for (const reply of [
      await put('state_admin', change('reports', 'write', 'none'), change('alerts', 'none', 'write')),
      await editor.post('/permissions/roles/state_admin/reset'),
    ]) {
      expect([reply.status, reply.code]).toEqual([403, 'GRANT_EXCEEDS']);
      expect(reply.text).toContain('You cannot grant write access to Alerts: you do not hold it yourself.');
    }
    expect(await stored('state_admin')).toEqual([{ module: 'alerts', level: 'none' }]);
    expect((await put('state_admin', change('alerts', 'none', 'read'))).status).toBe(200);
    expect((await put('ward_admin', change('alerts', 'write', 'none'))).status).toBe(200);
  });

  it('includes changing anything while they may only read the settings', async () => {
    await setLevel('national_admin', 'settings', 'read');
    expect((await editor.get('/permissions/roles/ward_admin')).json('data.can')).toEqual({ edit: false });
    const refused = await put('ward_admin', change('alerts', 'write', 'none'));
    expect([refused.status, refused.code]).toEqual([403, 'LEVEL_DENIED']);
    expect((await editor.post('/permissions/roles/ward_admin/reset')).code).toBe('LEVEL_DENIED');
  });
});

describe('a user of the role', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  const wardAdmin = async () => await test.as('ward_admin', (await createWard(test.database.db, 1)).ward);

  it('is bound by the change from their next call on, and freed by the reset', async () => {
    const client = await wardAdmin();
    expect((await client.get('/settings')).status).toBe(200);
    await put('ward_admin', change('settings', 'read', 'none'));
    const refused = await client.get('/settings');
    expect([refused.status, refused.code]).toEqual([403, 'MODULE_DENIED']);
    expect((await client.get('/auth/me')).json('data.levels.settings')).toBe('none');
    await editor.post('/permissions/roles/ward_admin/reset');
    expect((await client.get('/settings')).status).toBe(200);
  });

  it('is pushed to their open screen', async () => {
    const client = await wardAdmin();
    const stream = await openStream(test, await ticketOf(client));
    closing.push(() => stream.close());
    expect(stream.status).toBe(200);
    await put('ward_admin', change('settings', 'read', 'none'));
    expect(await stream.next()).toEqual({ type: 'access' });
    expect((await client.get('/settings')).code).toBe('MODULE_DENIED');
  });

  it('is bound on the other servers as well', async () => {
    const client = await wardAdmin();
    const database = openDatabase(test.database.url, { max: 2 });
    const other = await buildApp({ config: test.app.platform.config, database, clock: test.clock });
    closing.push(
      () => other.close(),
      () => database.close(),
    );
    const call = async () => {
      const headers = { authorization: `Bearer ${client.token}` };
      return (await other.fastify.inject({ method: 'GET', url: '/api/settings', headers })).statusCode;
    };
    expect(await call()).toBe(200);
    await put('ward_admin', change('settings', 'read', 'none'));
    await expect.poll(call).toBe(403);
  });
});

it('the log holds the last fifty, newest first', async () => {
  const row = { role: 'ward_admin', module: 'alerts', action: 'revoke', old_level: 'read', new_level: 'none' } as const;
  await test.database.db
    .insertInto('permission_changes')
    .values(Array.from({ length: 60 }, () => ({ ...row, changed_by: null })))
    .execute();
  const { entries, total } = await log();
  expect(entries).toHaveLength(50);
  expect(total).toBeGreaterThanOrEqual(60);
  const ids = entries.map(({ id }) => Number(id));
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(entries[0]?.updatedBy).toBeNull();
});
