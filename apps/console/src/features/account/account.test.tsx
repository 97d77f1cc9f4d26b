import {
  Account,
  EndedSessions,
  EnrollAnswer,
  OwnSessionList,
  Preferences,
  RecoveryCodes,
  type TwoFactorState,
} from '@ec/contract/auth/account';
import { Me, MessageAnswer } from '@ec/contract/auth/schemas';
import {
  Delivery,
  type DeliveryChoices,
  NotificationList,
  StreamTicket,
  TOPICS,
} from '@ec/contract/notifications/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import decodeQR from 'qr/decode.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';

const OFF: TwoFactorState = {
  required: false,
  optedIn: false,
  method: 'none',
  enrolledAt: null,
  recoveryCodesLeft: 0,
};
const ENROLLED: TwoFactorState = {
  required: false,
  optedIn: true,
  method: 'authenticator',
  enrolledAt: '2026-11-12T09:00:00.000Z',
  recoveryCodesLeft: 9,
};
const URL_OF_SECRET =
  'otpauth://totp/Election%20Console:%2B2348031234567?secret=JBSWY3DPEHPK3PXP&issuer=Election%20Console';
const CODES = Array.from({ length: 10 }, (_, index) => `K7PM-2XQA-9WD${'ABCDEFGHJK'[index]}`);
const DELIVERY = {
  choices: Object.fromEntries(TOPICS.map((topic) => [topic, { sms: false, email: false }])) as DeliveryChoices,
  quiet: null,
  digest: 'off' as const,
  organisation: { sms: true, email: true },
  addresses: { sms: '+2348031234567', email: null },
};
const HERE = '0190a0b0-0000-7000-8000-0000000000a1';
const PHONE = '0190a0b0-0000-7000-8000-0000000000a2';

const session = (id: string, device: string, current: boolean) => ({
  id,
  device,
  ip: '102.89.1.2',
  createdAt: '2026-11-20T08:00:00.000Z',
  lastSeenAt: '2026-11-21T06:00:00.000Z',
  renewed: { at: '2026-11-21T05:50:00.000Z', ip: '102.89.7.7', device },
  current,
});

function open(state: () => TwoFactorState = () => OFF, more: Parameters<typeof serve>[0] = {}) {
  signedInOnDevice();
  const sessions = [session(HERE, 'Firefox on Linux', true), session(PHONE, 'Chrome on Android', false)];
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('ward_admin')),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /auth/account': () => ok(Account, { twoFactor: state(), preferences: { theme: null } }),
    'GET /auth/sessions': () => ok(OwnSessionList, { sessions, total: sessions.length }),
    'GET /notifications/preferences': () => ok(Delivery, DELIVERY),
    ...more,
  });
  return { calls, ...renderConsole('/account') };
}

const sent = (calls: Call[], path: string) => calls.filter((call) => call.path === path).map(({ body }) => body);

beforeEach(stubEventSource);

/** Reads the drawn code as a camera would. */
function scan(svg: HTMLElement): string {
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2]);
  const dark = new Set(
    [...(svg.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h1/g)].map(
      ([, x, y]) => `${x},${y}`,
    ),
  );
  const zoom = 4;
  const side = size * zoom;
  const data = new Uint8Array(side * side * 3);
  for (let i = 0; i < side * side; i++) {
    const cell = `${Math.floor((i % side) / zoom)},${Math.floor(i / side / zoom)}`;
    data.fill(dark.has(cell) ? 0 : 255, i * 3, i * 3 + 3);
  }
  return decodeQR({ width: side, height: side, data });
}

describe('enrolling an authenticator', () => {
  it('goes by password, QR code and first code to recovery codes that must be stored', async () => {
    let state = OFF;
    const { user, calls } = open(() => state, {
      'POST /auth/2fa/enroll': ({ body }) =>
        (body as { password: string }).password === 'secret-1'
          ? ok(EnrollAnswer, { otpauthUrl: URL_OF_SECRET, secret: 'JBSW Y3DP EHPK 3PXP' })
          : refuse('WRONG_PASSWORD'),
      'POST /auth/2fa/confirm': ({ body }) => {
        if ((body as { code: string }).code !== '123456') return refuse('BAD_AUTHENTICATOR_CODE');
        state = ENROLLED;
        return ok(RecoveryCodes, { recoveryCodes: CODES });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Use an authenticator app' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/Current password/), 'wrong{Enter}');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('The current password is wrong.');
    await user.clear(within(dialog).getByLabelText(/Current password/));
    await user.type(within(dialog).getByLabelText(/Current password/), 'secret-1{Enter}');

    expect(await within(dialog).findByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    expect(scan(await within(dialog).findByRole('img', { name: 'QR code for your authenticator app' }))).toBe(
      URL_OF_SECRET,
    );
    await user.click(within(dialog).getByRole('button', { name: 'Next' }));
    await user.type(within(dialog).getByLabelText(/Code from the app/), '999999{Enter}');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('The code does not match.');
    await user.clear(within(dialog).getByLabelText(/Code from the app/));
    await user.type(within(dialog).getByLabelText(/Code from the app/), '123456{Enter}');

    const codes = await within(dialog).findByRole('list', { name: 'Recovery codes' });
    expect(within(dialog).getByRole('group', { name: 'Your recovery codes' })).toHaveFocus();
    expect(within(codes).getAllByRole('listitem')).toHaveLength(10);
    await user.keyboard('{Escape}');
    expect(within(dialog).queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Done' })).toBeDisabled();
    await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
    expect(await within(dialog).findByText('Copied.')).toBeVisible();
    const copied = await navigator.clipboard.readText();
    for (const code of CODES) expect(copied).toContain(code);
    await user.click(within(dialog).getByLabelText('I have stored them'));
    await user.click(within(dialog).getByRole('button', { name: 'Done' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByText(/enrolled on 12\/11\/2026/)).toBeVisible();
    expect(screen.getByText('9 recovery codes of 10 left.')).toBeVisible();
    expect(sent(calls, '/auth/2fa/confirm')).toEqual([{ code: '999999' }, { code: '123456' }]);
  });

  it('starts again where it took too long', async () => {
    const { user } = open(() => OFF, {
      'POST /auth/2fa/enroll': () => ok(EnrollAnswer, { otpauthUrl: URL_OF_SECRET, secret: 'JBSW Y3DP EHPK 3PXP' }),
      'POST /auth/2fa/confirm': () => refuse('TWO_FACTOR_NOT_STARTED'),
    });
    await user.click(await screen.findByRole('button', { name: 'Use an authenticator app' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/Current password/), 'secret-1{Enter}');
    await user.click(await within(dialog).findByRole('button', { name: 'Next' }));
    await user.type(within(dialog).getByLabelText(/Code from the app/), '123456{Enter}');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('took too long');
    await user.click(within(dialog).getByRole('button', { name: 'Start again' }));
    expect(within(dialog).getByLabelText(/Current password/)).toHaveValue('');
  });
});

describe('an enrolled authenticator', () => {
  it('is removed by password and code, after saying what follows', async () => {
    let state: TwoFactorState = { ...ENROLLED, required: true };
    const { user, calls } = open(() => state, {
      'POST /auth/2fa/disable': () => {
        state = { ...OFF, required: true, method: 'sms' };
        return ok(MessageAnswer, { message: 'Authenticator removed' });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Remove authenticator' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('At sign-in you get a code by SMS instead.');
    await user.click(within(dialog).getByRole('button', { name: 'Remove authenticator' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Password is required');
    expect(sent(calls, '/auth/2fa/disable')).toEqual([]);
    await user.type(within(dialog).getByLabelText(/Current password/), 'secret-1');
    await user.type(within(dialog).getByLabelText(/Verification code/), 'k7pm-2xqa-9wda{Enter}');
    expect(await screen.findByText(/Your organisation requires a second step of every user/)).toBeVisible();
    expect(sent(calls, '/auth/2fa/disable')).toEqual([{ password: 'secret-1', code: 'k7pm-2xqa-9wda' }]);
    expect(screen.queryByRole('button', { name: 'Switch off' })).not.toBeInTheDocument();
  });

  it('has new recovery codes made before the old ones run out, and stays until they are seen', async () => {
    const made = Promise.withResolvers<void>();
    const { user } = open(() => ({ ...ENROLLED, recoveryCodesLeft: 2 }), {
      'POST /auth/2fa/recovery-codes': async () => {
        await made.promise;
        return ok(RecoveryCodes, { recoveryCodes: CODES });
      },
    });
    expect(await screen.findByText(/Make new ones before you need them/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Make new recovery codes' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/Current password/), 'secret-1');
    await user.type(within(dialog).getByLabelText(/Verification code/), '123456{Enter}');
    await user.keyboard('{Escape}');
    expect(within(dialog).queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
    made.resolve();
    expect(await within(dialog).findByText(CODES[0] ?? '')).toBeVisible();
  });
});

describe('without an SMS gateway', () => {
  const me = meOf('ward_admin');
  const silent = { 'GET /auth/me': () => ok(Me, { ...me, system: { ...me.system, sms: false } }) };
  const ASK = 'No SMS gateway is set up, so it does not reach your phone: ask the server administrator for it.';

  it.each([false, true])('no code is said to be sent to the phone (required: %s)', async (required) => {
    open(() => ({ ...OFF, optedIn: true, method: 'sms', required }), silent);
    expect(await screen.findByText(new RegExp(`At sign-in a code is requested\\. ${ASK}$`))).toBeVisible();
    expect(screen.queryByText(/is sent to 0803/)).not.toBeInTheDocument();
  });

  it('a removed authenticator is said to leave a code that no SMS brings', async () => {
    const { user } = open(() => ({ ...ENROLLED, required: true }), silent);
    await user.click(await screen.findByRole('button', { name: 'Remove authenticator' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(`At sign-in a code is requested instead. ${ASK}`);
    expect(dialog).not.toHaveTextContent('code by SMS');
  });
});

it('codes by SMS are switched on with the password', async () => {
  let state = OFF;
  const { user, calls } = open(() => state, {
    'POST /auth/2fa/opt-in': () => {
      state = { ...OFF, optedIn: true, method: 'sms' };
      return ok(MessageAnswer, { message: 'on' });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Use codes by SMS' }));
  await user.type(await screen.findByLabelText(/Current password/, { selector: '#proof-password' }), 'secret-1{Enter}');
  expect(await screen.findByRole('button', { name: 'Switch off' })).toBeVisible();
  expect(sent(calls, '/auth/2fa/opt-in')).toEqual([{ on: true, password: 'secret-1' }]);
});

describe('sessions', () => {
  it('are shown with this device marked, and one is ended after a question that names it', async () => {
    const { user, calls } = open(() => OFF, {
      [`DELETE /auth/sessions/${PHONE}`]: () => ok(EndedSessions, { ended: 1 }),
    });
    const table = await screen.findByRole('table', { name: 'Your sessions' });
    expect(within(table).getByRole('columnheader', { name: 'Last renewed' })).toBeVisible();
    // From another address than the one it was opened at, on the same device.
    expect(await within(table).findAllByText('from 102.89.7.7')).toHaveLength(2);
    const here = (await within(table).findByText('This device')).closest('tr');
    expect(here).toHaveTextContent('Firefox on Linux');
    expect(within(here ?? table).queryByRole('button')).not.toBeInTheDocument();
    await user.click(within(table).getByRole('button', { name: 'End session: Chrome on Android' }));
    const dialog = await screen.findByRole('dialog', { name: 'End this session?' });
    expect(dialog).toHaveTextContent('Chrome on Android (102.89.1.2)');
    await user.click(within(dialog).getByRole('button', { name: 'End session' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(calls.filter(({ path }) => path === '/auth/sessions').length).toBeGreaterThan(1);
  });

  it('end everywhere else at once', async () => {
    const { user, calls } = open(() => OFF, {
      'POST /auth/sessions/end-others': () => ok(EndedSessions, { ended: 1 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere else' }));
    await waitFor(() => expect(sent(calls, '/auth/sessions/end-others')).toHaveLength(1));
  });

  it('say why one could not be ended, and can be requested again when they did not come', async () => {
    let broken = true;
    const { user } = open(() => OFF, {
      'GET /auth/sessions': () =>
        broken
          ? refuse('UNAVAILABLE')
          : ok(OwnSessionList, { sessions: [session(PHONE, 'Chrome on Android', false)], total: 1 }),
    });
    expect(await screen.findByText('Your sessions could not be loaded')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await user.click(await screen.findByRole('button', { name: 'End session: Chrome on Android' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'End session' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('This does not exist');
  });
});

describe('the password', () => {
  const fill = async (user: ReturnType<typeof open>['user'], current: string) => {
    const form = await screen.findByRole('form', { name: 'Change password' });
    await user.clear(within(form).getByLabelText(/Current password/));
    await user.type(within(form).getByLabelText(/Current password/), current);
    await user.type(within(form).getByLabelText(/^New password/), 'long enough');
    await user.type(within(form).getByLabelText(/Confirm new password/), 'long enough');
    await user.click(within(form).getByRole('button', { name: 'Change password' }));
    return form;
  };

  it('is changed, and the form is empty again', async () => {
    const { user, calls } = open(() => OFF, {
      'POST /auth/change-password': () => ok(MessageAnswer, { message: 'Password changed' }),
    });
    const form = await fill(user, 'secret-1');
    await waitFor(() => expect(within(form).getByLabelText(/Current password/)).toHaveValue(''));
    expect(sent(calls, '/auth/change-password')).toEqual([{ currentPassword: 'secret-1', newPassword: 'long enough' }]);
  });

  it('that is wrong is said beside its field and at the top', async () => {
    const { user } = open(() => OFF, { 'POST /auth/change-password': () => refuse('WRONG_PASSWORD') });
    const form = await fill(user, 'wrong');
    const summary = await within(form).findByRole('alert');
    expect(summary).toHaveTextContent('The current password is wrong.');
    expect(summary).toHaveFocus();
    expect(within(form).getByLabelText(/Current password/)).toHaveAccessibleDescription(/current password is wrong/);
  });
});

describe('appearance', () => {
  it('is kept for every device and applied here at once', async () => {
    const { user, calls } = open(() => OFF, {
      'PUT /auth/preferences': () => ok(Preferences, { theme: 'dark' }),
    });
    await user.click(await screen.findByRole('radio', { name: 'Dark' }));
    await waitFor(() => expect(document.documentElement.dataset.mantineColorScheme).toBe('dark'));
    expect(sent(calls, '/auth/preferences')).toEqual([{ theme: 'dark' }]);
    expect(screen.getByText('English')).toBeVisible();
  });

  it('of the person comes to a device that they sign in on', async () => {
    open(() => OFF, { 'GET /auth/me': () => ok(Me, meOf('ward_admin', { preferences: { theme: 'dark' } })) });
    expect(await screen.findByRole('radio', { name: 'Dark' })).toBeChecked();
    expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
  });
});
