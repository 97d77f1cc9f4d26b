import { DEFAULT_SETTINGS, type SettingsAnswer } from '@ec/contract/settings/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { EVERYTHING, narrowed } from '../../../test/moderators.ts';
import { listen, openStream, ticketOf } from '../../../test/stream.ts';
import { trySettings } from '../../../test/settings.ts';
import { buildApp } from '../../app.ts';
import { openDatabase } from '../../platform/database/database.ts';

let test: TestApp;
let national: Client;
beforeAll(async () => {
  test = await testApp();
});
beforeEach(async () => {
  await test.database.db.updateTable('settings').set({ value: '{}', version: 0, updated_by: null }).execute();
  test.app.platform.organisation.invalidate();
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

const answerOf = async (client: Client) => (await client.get('/settings')).json<SettingsAnswer>('data');

async function lastEntry() {
  return await test.database.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('event', '=', 'settings.updated')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

describe('reading', () => {
  it('answers the defaults until something is saved, then what was saved and by whom', async () => {
    const unsaved = { version: 0, updatedAt: null, updatedBy: null, can: { edit: true } };
    expect(await answerOf(national)).toEqual({ ...DEFAULT_SETTINGS, ...unsaved });
    const reply = await trySettings(national, { security: { sessionTimeout: 45 } });
    expect(reply.status).toBe(200);
    const saved = await answerOf(national);
    expect(reply.json('data')).toEqual(saved);
    expect(saved).toEqual({
      ...DEFAULT_SETTINGS,
      security: { ...DEFAULT_SETTINGS.security, sessionTimeout: 45 },
      version: 1,
      updatedAt: test.clock.now().toISOString(),
      updatedBy: national.person.name,
      can: { edit: true },
    });
  });

  it('is refused to a role whose level is none, and without a session', async () => {
    const officer = await test.as('polling_unit_officer', place('24-11'));
    const refused = await officer.get('/settings');
    expect([refused.status, refused.code]).toEqual([403, 'MODULE_DENIED']);
    expect((await test.anonymous.get('/settings')).status).toBe(401);
  });

  it('goes on where a stored value is out of bounds: the default holds for it', async () => {
    const value = JSON.stringify({ ...DEFAULT_SETTINGS, security: { sessionTimeout: 100_000, passwordMinLength: 9 } });
    await test.database.db.updateTable('settings').set({ value }).execute();
    test.app.platform.organisation.invalidate();
    expect((await answerOf(national)).security).toEqual({ ...DEFAULT_SETTINGS.security, passwordMinLength: 9 });
    expect((await national.get('/auth/me')).json('data.system.sessionTimeoutMinutes')).toBe(30);
  });
});

describe('saving', () => {
  it('is for national admins and global moderators; other readers see them read-only', async () => {
    const moderator = await test.as('global_moderator', place('NG'));
    expect((await trySettings(moderator, { general: { systemName: 'Renamed' } })).status).toBe(200);
    for (const role of ['super_admin', 'regional_admin'] as const) {
      const reader = await test.as(role, place(role === 'super_admin' ? 'NG' : 'SW'));
      expect((await answerOf(reader)).can).toEqual({ edit: false });
      const reply = await trySettings(reader, { general: { systemName: 'Mine' } });
      expect([reply.status, reply.code]).toEqual([403, 'ROLE_DENIED']);
    }
    expect((await answerOf(national)).general.systemName).toBe('Renamed');
  });

  it('is not for a moderator who acts in a part of the nation', async () => {
    const moderator = await narrowed(test, { ...EVERYTHING, allowedStates: ['24'] });
    expect((await answerOf(moderator)).can).toEqual({ edit: false });
    const reply = await trySettings(moderator, { general: { systemName: 'Mine' } });
    expect([reply.status, reply.code]).toEqual([403, 'NOT_PERMITTED']);
  });

  it('leaves an entry with the changed settings alone', async () => {
    await trySettings(national, { security: { sessionTimeout: 45 }, election: { allowLateSubmissions: true } });
    expect(await lastEntry()).toMatchObject({
      user_id: national.person.id,
      previous_values: { 'security.sessionTimeout': 30, 'election.allowLateSubmissions': false },
      new_values: { 'security.sessionTimeout': 45, 'election.allowLateSubmissions': true },
    });
  });

  it('changes nothing where nothing differs', async () => {
    await trySettings(national, { security: { sessionTimeout: 45 } });
    const before = await lastEntry();
    const reply = await trySettings(national, {});
    expect([reply.status, reply.json('data.version')]).toEqual([200, 1]);
    expect(await lastEntry()).toEqual(before);
  });

  it('answers all that is out of bounds at once, and stores nothing', async () => {
    const reply = await trySettings(national, {
      general: { systemName: '  ', timezone: 'Europe/Paris' },
      security: { sessionTimeout: 4, maxLoginAttempts: 11, passwordMinLength: 5 },
      notifications: { alertThresholds: { highTurnout: 101, lowTurnout: -1, resultDiscrepancy: 0 } },
      election: { autoApprovalThreshold: -1, resultSubmissionDeadline: 73 },
    });
    expect([reply.status, reply.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.json<{ path: string }[]>('fields').map(({ path }) => path)).toEqual([
      'general.systemName',
      'general.timezone',
      'security.sessionTimeout',
      'security.maxLoginAttempts',
      'security.passwordMinLength',
      'notifications.alertThresholds.highTurnout',
      'notifications.alertThresholds.lowTurnout',
      'notifications.alertThresholds.resultDiscrepancy',
      'election.autoApprovalThreshold',
      'election.resultSubmissionDeadline',
    ]);
    expect(await answerOf(national)).toMatchObject({ ...DEFAULT_SETTINGS, version: 0 });
  });

  it('takes one threshold for low and high turnout', async () => {
    const alertThresholds = { highTurnout: 50, lowTurnout: 50 };
    expect((await trySettings(national, { notifications: { alertThresholds } })).status).toBe(200);
  });

  it('refuses an editor who began before another user saved, and names that user', async () => {
    const before = await answerOf(national);
    const other = await test.as('global_moderator', place('NG'));
    await trySettings(other, { security: { sessionTimeout: 20 } });
    const reply = await national.put('/settings', { ...before, general: { ...before.general, systemName: 'Late' } });
    expect([reply.status, reply.code, reply.json('details')]).toEqual([
      409,
      'SETTINGS_CHANGED',
      { name: other.person.name },
    ]);
    expect((await answerOf(national)).general.systemName).toBe(DEFAULT_SETTINGS.general.systemName);
  });

  it('lets one of several win who save at the same moment', async () => {
    const before = await answerOf(national);
    const replies = await Promise.all(
      [10, 20, 40, 50, 60].map((sessionTimeout) =>
        national.put('/settings', { ...before, security: { ...before.security, sessionTimeout } }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    const { value } = await test.database.db.selectFrom('settings').select('value').executeTakeFirstOrThrow();
    expect(Object.keys(value).toSorted()).toEqual(['election', 'general', 'notifications', 'security']);
  });
});

describe('a change holds', () => {
  it('from the next call on, and open consoles are notified', async () => {
    await listen(test);
    const watcher = await test.as('state_admin', place('24'));
    const stream = await openStream(test, await ticketOf(watcher));
    await trySettings(national, { general: { systemName: 'New Name' } });
    expect((await watcher.get('/auth/me')).json('data.system.name')).toBe('New Name');
    expect(await stream.next('settings')).toEqual({ type: 'settings' });
    await stream.close();
  });

  it('on other servers of the organisation when they hear of it', async () => {
    const database = openDatabase(test.database.url, { max: 2 });
    const other = await buildApp({ config: test.app.platform.config, database, runJobs: false });
    try {
      const { organisation, events } = other.platform;
      expect((await organisation.current()).settings.general.systemName).toBe(DEFAULT_SETTINGS.general.systemName);
      const heard = new Promise<void>((resolve) => {
        events.subscribe((batch) => {
          if (batch.some(({ event }) => event.type === 'settings.changed')) resolve();
        });
      });
      await trySettings(national, { general: { systemName: 'Everywhere' } });
      await heard;
      expect((await organisation.current()).settings.general.systemName).toBe('Everywhere');
    } finally {
      await other.close();
      await database.close();
    }
  });
});
