import { Me } from '@ec/contract/auth/schemas';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import { SettingsAnswer } from '@ec/contract/settings/schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { meWith, settingsOf } from '../../../test/settings.ts';
import { cleanNotices } from '../../../test/users-page.tsx';
import { publish } from '../../lib/stream/stream.ts';

beforeEach(() => {
  cleanNotices();
  stubEventSource();
  signedInOnDevice();
});

type Role = Parameters<typeof meWith>[0];

/** A server that keeps the settings, or does with a save what the test says. */
function serveSettings(role: Role = 'national_admin', put?: (call: Call) => Response) {
  const store = { settings: settingsOf() };
  const calls = serve({
    'GET /auth/me': () => ok(Me, meWith(role, store.settings)),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /settings': () => ok(SettingsAnswer, store.settings),
    'PUT /settings': (call) => {
      if (put) return put(call);
      const { version, ...settings } = call.body as SettingsAnswer;
      store.settings = settingsOf(settings, { version: version + 1, updatedBy: 'Ada Obi' });
      return ok(SettingsAnswer, store.settings);
    },
  });
  return { store, saves: () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body) };
}

async function openForm(at = '/settings?tab=security') {
  const opened = renderConsole(at);
  const form = await screen.findByRole('form', { name: 'System settings' });
  const field = (name: string) => within(form).getByRole('textbox', { name });
  const retype = async (name: string, text: string) => {
    await opened.user.clear(field(name));
    if (text) await opened.user.type(field(name), text);
  };
  const toggle = (name: string) => opened.user.click(within(form).getByRole('switch', { name }));
  const tab = (name: RegExp) => opened.user.click(within(form).getByRole('tab', { name }));
  const save = () => opened.user.click(within(form).getByRole('button', { name: 'Save Changes' }));
  return { ...opened, form, field, retype, toggle, tab, save };
}

describe('system settings', () => {
  it('are saved together, tab by tab marked until they are', async () => {
    const { saves } = serveSettings();
    const { form, retype, tab, save, router } = await openForm();
    const button = within(form).getByRole('button', { name: 'Save Changes' });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription('Nothing to save: no setting is changed.');
    await retype('Maximum login attempts', '7');
    expect(within(form).getByRole('tab', { name: /Security/ })).toHaveTextContent('Security 1 unsaved');
    await tab(/Election/);
    expect(router.state.location.search).toBe('?tab=election');
    await retype('Result submission deadline', '36');
    expect(button).toHaveAccessibleDescription('2 unsaved changes.');
    await save();
    expect(await screen.findByText('Settings saved successfully')).toBeVisible();
    const settings = settingsOf();
    expect(saves()).toEqual([
      {
        general: settings.general,
        security: { ...settings.security, maxLoginAttempts: 7 },
        notifications: settings.notifications,
        election: { ...settings.election, resultSubmissionDeadline: 36 },
        version: 3,
      },
    ]);
    expect(within(form).queryByText(/unsaved$/)).not.toBeInTheDocument();
  });

  it('say what each does and its bounds', async () => {
    serveSettings();
    const { field, form } = await openForm();
    expect(field('Session timeout')).toHaveAccessibleDescription(
      /Ends a session without input, after a warning\. Takes effect immediately.* From 5 to 120 minutes\./,
    );
    expect(within(form).getByText('5 to 120 minutes')).toBeVisible();
  });

  it('promise no SMS where no gateway may be set up', async () => {
    serveSettings();
    await openForm('/settings?tab=notifications');
    expect(screen.getByRole('switch', { name: 'SMS notifications' })).toHaveAccessibleDescription(
      /^Where a gateway is set up/,
    );
  });

  it.each([
    ['security', 'Session timeout', '4', 'Enter a whole number from 5 to 120'],
    ['security', 'Session timeout', '121', 'Enter a whole number from 5 to 120'],
    ['security', 'Maximum login attempts', '', 'Enter a whole number from 3 to 10'],
    ['notifications', 'High turnout alert', '49', 'Enter a whole number from 50 to 100'],
    ['notifications', 'Low turnout alert', '51', 'Enter a whole number from 0 to 50'],
    ['notifications', 'Result discrepancy', '21', 'Enter a whole number from 1 to 20'],
    ['election', 'Result submission deadline', '73', 'Enter a whole number from 1 to 72'],
    ['general', 'System name', ' ', 'Enter a name'],
  ])('of %s: %s "%s" is not sent', async (tab, name, text, message) => {
    const { saves } = serveSettings();
    const { field, retype, save } = await openForm(`/settings?tab=${tab}`);
    await retype(name, text);
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent(`${name}: ${message}`);
    expect(screen.getByRole('alert')).toHaveFocus();
    expect(field(name)).toBeInvalid();
    expect(saves()).toEqual([]);
  });

  it('that are wrong say so when the field is left', async () => {
    serveSettings();
    const { user, form, field, retype } = await openForm();
    await retype('Session timeout', '4');
    expect(field('Session timeout')).toBeValid();
    await user.tab();
    expect(field('Session timeout')).toBeInvalid();
    expect(within(form).getByText('Enter a whole number from 5 to 120')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('that are wrong on another tab are reached from the summary', async () => {
    serveSettings();
    const { user, form, retype, tab, save, field } = await openForm();
    await retype('Session timeout', '200');
    await tab(/General/);
    await save();
    expect(within(form).getByRole('tab', { name: /Security/ })).toHaveTextContent('1 error');
    await user.click(within(await screen.findByRole('alert')).getByRole('link', { name: /Session timeout/ }));
    await waitFor(() => expect(field('Session timeout')).toHaveFocus());
  });

  it('are put back by Discard changes', async () => {
    const { saves } = serveSettings();
    const { user, form, field, retype } = await openForm();
    await retype('Maximum login attempts', '99');
    await user.click(within(form).getByRole('button', { name: 'Discard changes' }));
    expect(field('Maximum login attempts')).toHaveValue('5');
    expect(within(form).getByRole('button', { name: 'Save Changes' })).toBeDisabled();
    expect(saves()).toEqual([]);
  });

  it.each([
    ['security', 'Two-factor authentication required', /signs in with the password alone/],
    ['election', 'Verification system', /results of fewer than 1,000 votes .* approved by themselves/i],
  ])('of %s: %s is switched off after a question alone', async (tab, name, consequence) => {
    const { saves } = serveSettings();
    const { user, toggle, save } = await openForm(`/settings?tab=${tab}`);
    await toggle(name);
    await save();
    const dialog = await screen.findByRole('dialog', { name: 'Save these settings?' });
    expect(dialog).toHaveTextContent(consequence);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(saves()).toEqual([]);
    await save();
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Save these settings?' })).getByRole('button', {
        name: 'Save Changes',
      }),
    );
    await waitFor(() => expect(saves()).toHaveLength(1));
  });

  it('ask before a shorter idle limit, and not before a longer one', async () => {
    const { saves } = serveSettings();
    const { retype, save, user } = await openForm();
    await retype('Session timeout', '60');
    await save();
    await waitFor(() => expect(saves()).toHaveLength(1));
    await retype('Session timeout', '10');
    await save();
    const dialog = await screen.findByRole('dialog', { name: 'Save these settings?' });
    expect(dialog).toHaveTextContent('Session timeout 10 instead of 60 minutes');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(saves()).toHaveLength(1);
  });

  it('that another user saved first keep what was typed, show what differs and can be saved then', async () => {
    const theirs = settingsOf(
      { security: { maxLoginAttempts: 4, passwordMinLength: 12 } },
      { version: 4, updatedBy: 'Bola Ade' },
    );
    let first = true;
    const { store, saves } = serveSettings('national_admin', (call) => {
      if (!first) return ok(SettingsAnswer, { ...(call.body as SettingsAnswer), ...after });
      first = false;
      store.settings = theirs;
      return refuse('SETTINGS_CHANGED', { name: 'Bola Ade' });
    });
    const after = { version: 5, updatedAt: '2026-02-03T11:00:00.000Z', updatedBy: 'Ada Obi', can: { edit: true } };
    const { user, form, field, retype, save } = await openForm();
    await retype('Maximum login attempts', '7');
    await save();
    const note = await screen.findByText('Bola Ade saved the settings in the meantime.');
    const alert = note.closest('[role="alert"]');
    expect(alert).toHaveTextContent('Maximum login attempts: was 5 attempts, is 4 attempts now; you typed 7 attempts.');
    expect(alert).toHaveTextContent('Minimum password length: was 8 characters, is 12 characters now.');
    expect(field('Maximum login attempts')).toHaveValue('7');
    expect(within(form).getByRole('button', { name: 'Save Changes' })).toBeDisabled();
    await user.click(within(form).getByRole('button', { name: 'Reload and keep what I typed' }));
    expect(field('Maximum login attempts')).toHaveValue('7');
    expect(field('Minimum password length')).toHaveValue('12');
    await save();
    await screen.findByText('Settings saved successfully');
    expect(saves().at(-1)).toMatchObject({ version: 4, security: { maxLoginAttempts: 7, passwordMinLength: 12 } });
  });

  it('that the server refuses stand at their fields', async () => {
    const path = 'notifications.alertThresholds.lowTurnout';
    serveSettings('national_admin', () => {
      const body = { success: false, code: 'VALIDATION_FAILED', error: 'x', fields: [{ path, message: 'Too high' }] };
      return new Response(JSON.stringify(body), { status: 400 });
    });
    const { field, retype, save } = await openForm('/settings?tab=notifications');
    await retype('Low turnout alert', '50');
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent('Low turnout alert: Too high');
    expect(field('Low turnout alert')).toHaveValue('50');
  });

  it('that are not saved are asked about before the page is left', async () => {
    serveSettings();
    const { user, router, retype } = await openForm();
    await retype('Maximum login attempts', '7');
    await user.click(
      within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Announcements' }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(dialog).toHaveTextContent('1 changed setting not saved, and lost when you leave: Maximum login attempts.');
    await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    expect(router.state.location.pathname).toBe('/settings');
  });

  it('are shown without controls to a user who may only read them', async () => {
    const { store } = serveSettings('super_admin');
    store.settings = settingsOf({ election: { resultSubmissionDeadline: 1 } }, { can: { edit: false } });
    const { user } = renderConsole('/settings');
    expect(
      await screen.findByText(
        'You have read-only access to system settings. Contact a National Administrator to make changes.',
      ),
    ).toBeVisible();
    const main = screen.getByRole('main');
    expect(main).toHaveTextContent('Time zoneWest Africa Time');
    expect(main).toHaveTextContent('LanguageEnglish');
    expect(within(main).queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
    expect(within(main).queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(within(main).getByRole('tab', { name: 'Election' }));
    expect(within(main).getByText('1 hour')).toBeVisible();
    expect(within(main).getByText('1,000 votes')).toBeVisible();
  });

  it('that could not be loaded can be requested again', async () => {
    let broken = true;
    serve({
      'GET /auth/me': () => ok(Me, meWith('national_admin', settingsOf())),
      'GET /settings': () => (broken ? refuse('INTERNAL') : ok(SettingsAnswer, settingsOf())),
    });
    const { user } = renderConsole('/settings');
    await screen.findByText('The settings could not be loaded');
    broken = false;
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('form', { name: 'System settings' })).toBeVisible();
  });
});

describe('a change of the settings, announced by the stream', () => {
  it('writes dates, name and language of every open console anew, and loses nothing that is typed', async () => {
    const { store } = serveSettings();
    const { retype, field } = await openForm();
    expect(screen.getByText('03/02/2026 11:00')).toBeVisible();
    await retype('Maximum login attempts', '7');
    const general = {
      systemName: 'Coalition Desk',
      timezone: 'UTC',
      dateFormat: 'YYYY-MM-DD',
      language: 'en',
    } as const;
    store.settings = settingsOf({ general });
    act(() => publish({ type: 'settings' }));
    expect(await screen.findByText('2026-02-03 10:00')).toBeVisible();
    expect(within(screen.getByRole('banner')).getByText('Coalition Desk')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('System Settings · Coalition Desk'));
    expect(document.documentElement.lang).toBe('en');
    expect(field('Maximum login attempts')).toHaveValue('7');
  });

  it('moves the idle limit at once: who has been away for longer is warned before the end', async () => {
    const { store } = serveSettings();
    await openForm();
    localStorage.setItem('ec.lastActivity', String(Date.now() - 20 * 60_000));
    expect(screen.queryByText('Are you still there?')).not.toBeInTheDocument();
    store.settings = settingsOf({ security: { sessionTimeout: 10 } });
    act(() => publish({ type: 'settings' }));
    expect(await screen.findByText('Are you still there?')).toBeVisible();
  });

  it('is followed by a form on which nothing is typed', async () => {
    const { store } = serveSettings();
    const { field } = await openForm();
    store.settings = settingsOf({ security: { maxLoginAttempts: 9 } }, { version: 4, updatedBy: 'Bola Ade' });
    act(() => publish({ type: 'settings' }));
    await waitFor(() => expect(field('Maximum login attempts')).toHaveValue('9'));
    expect(screen.queryByText(/in the meantime/)).not.toBeInTheDocument();
  });
});
