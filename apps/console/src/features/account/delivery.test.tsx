import { Account, OwnSessionList } from '@ec/contract/auth/account';
import { Me } from '@ec/contract/auth/schemas';
import {
  Delivery,
  DeliveryAnswer,
  type DeliveryChoices,
  type DeliveryRequest,
  NotificationList,
  StreamTicket,
  TOPICS,
} from '@ec/contract/notifications/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { ok, refuse, serve } from '../../../test/server.ts';

beforeEach(stubEventSource);

const nothing = () =>
  Object.fromEntries(TOPICS.map((topic) => [topic, { sms: false, email: false }])) as DeliveryChoices;
const ADDRESSES = { sms: '+2348031234567', email: 'ada@example.ng' };

function open(
  change: Partial<Pick<Delivery, 'choices' | 'organisation' | 'addresses'>> = {},
  more: Parameters<typeof serve>[0] = {},
) {
  signedInOnDevice();
  const choices = nothing();
  const delivery: Delivery = {
    choices,
    quiet: null,
    digest: 'off',
    organisation: { sms: true, email: true },
    addresses: ADDRESSES,
    ...change,
  };
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('ward_admin')),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /auth/account': () =>
      ok(Account, {
        twoFactor: { required: false, optedIn: false, method: 'none', enrolledAt: null, recoveryCodesLeft: 0 },
        preferences: { theme: null },
      }),
    'GET /auth/sessions': () => ok(OwnSessionList, { sessions: [], total: 0 }),
    'GET /notifications/preferences': () => ok(Delivery, delivery),
    'PATCH /notifications/preferences': ({ body }) => {
      const { choices: asked = {}, ...timing } = body as DeliveryRequest;
      for (const topic of TOPICS) Object.assign(choices[topic], asked[topic]);
      Object.assign(delivery, timing);
      return ok(DeliveryAnswer, { choices, quiet: delivery.quiet, digest: delivery.digest });
    },
    ...more,
  });
  return { calls, ...renderConsole('/account') };
}

const box = (name: string) => screen.findByRole('checkbox', { name });

describe('what arrives by SMS and e-mail', () => {
  it('is chosen by topic and saved at once', async () => {
    const { user, calls } = open();
    const table = await screen.findByRole('table', { name: 'What arrives where' });
    expect(within(table).getAllByText('Always')).toHaveLength(TOPICS.length);
    expect(within(table).getAllByRole('checkbox')).toHaveLength(TOPICS.length * 2);
    await user.click(await box('Disputes by SMS'));
    expect(await box('Disputes by SMS')).toBeChecked();
    expect(await screen.findByText('Saved.')).toBeVisible();
    await user.click(await box('Disputes by E-mail'));
    await user.click(await box('Disputes by SMS'));
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
        { choices: { disputes: { sms: true } } },
        { choices: { disputes: { email: true } } },
        { choices: { disputes: { sms: false } } },
      ]),
    );
    expect(await box('Disputes by SMS')).not.toBeChecked();
    expect(await box('Disputes by E-mail')).toBeChecked();
  });

  it('goes back to what it was where it could not be saved, and says so', async () => {
    const { user } = open({}, { 'PATCH /notifications/preferences': () => refuse('UNAVAILABLE') });
    await user.click(await box('Results by SMS'));
    expect(await screen.findByText('Your choice could not be saved')).toBeVisible();
    expect(await box('Results by SMS')).not.toBeChecked();
    expect(screen.getByText('Not saved.')).toBeVisible();
  });

  it('says which channel the organisation has switched off, and keeps what was chosen in sight', async () => {
    const choices = nothing();
    choices.results.sms = true;
    open({ choices, organisation: { sms: false, email: true } });
    expect(await screen.findByText('Your organisation has switched SMS notifications off.')).toBeVisible();
    expect(await box('Results by SMS')).toBeDisabled();
    expect(await box('Results by SMS')).toBeChecked();
    expect(await box('Results by E-mail')).toBeEnabled();
  });

  it('says that there is no e-mail address', async () => {
    open({ addresses: { ...ADDRESSES, email: null } });
    expect(await screen.findByText(/You have no e-mail address here/)).toBeVisible();
    expect(await box('Results by E-mail')).toBeDisabled();
    expect(await box('Results by SMS')).toBeEnabled();
  });

  it('can be requested again when it did not come', async () => {
    let up = false;
    const delivery: Delivery = {
      choices: nothing(),
      quiet: null,
      digest: 'off',
      organisation: { sms: true, email: true },
      addresses: ADDRESSES,
    };
    const { user } = open(
      {},
      { 'GET /notifications/preferences': () => (up ? ok(Delivery, delivery) : refuse('UNAVAILABLE')) },
    );
    expect(await screen.findByText('Your choices could not be loaded')).toBeVisible();
    up = true;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await box('Results by SMS')).toBeEnabled();
  });
});

describe('when notices disturb', () => {
  it('is chosen with quiet hours and a digest, saved at once', async () => {
    const { user, calls } = open();
    const sent = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
    await user.click(await screen.findByRole('combobox', { name: 'Notices' }));
    await user.click(await screen.findByRole('option', { name: 'Together, every hour' }));
    await waitFor(() => expect(sent()).toEqual([{ digest: 'hourly' }]));
    await user.click(screen.getByRole('switch', { name: /^Quiet hours/ }));
    await user.click(await screen.findByRole('combobox', { name: 'To' }));
    await user.click(await screen.findByRole('option', { name: '05:00' }));
    await waitFor(() =>
      expect(sent().slice(1)).toEqual([
        { quiet: { from: '22:00', to: '06:00' } },
        { quiet: { from: '22:00', to: '05:00' } },
      ]),
    );
    await user.click(screen.getByRole('switch', { name: /^Quiet hours/ }));
    await waitFor(() => expect(sent().at(-1)).toEqual({ quiet: null }));
  });
});
