import { Me } from '@ec/contract/auth/schemas';
import { OutboxList, OutboxMessage, RetryAnswer, TestMessageAnswer } from '@ec/contract/deliveries/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as z from 'zod/mini';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, person, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId } from '../../../test/results.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
  // A notice of an earlier test would stay on the screen.
  notifications.clean();
});

afterEach(() => vi.useRealTimers());

type MessageDraft = z.input<typeof OutboxMessage>;
type Gateways = z.input<typeof OutboxList>['gateways'];

const CONFIGURED: Gateways = {
  sms: { name: 'termii', sent: 1200, failed: 3, paused: false, lastError: null },
  email: { name: 'smtp', sent: 40, failed: 0, paused: false, lastError: null },
};
const NONE: Gateways = {
  sms: { name: 'log', sent: 0, failed: 0, paused: false, lastError: null },
  email: { name: 'log', sent: 0, failed: 0, paused: false, lastError: null },
};

function messageOf(change: Partial<MessageDraft> = {}): OutboxMessage {
  return OutboxMessage.parse({
    id: freshId(),
    channel: 'sms',
    recipient: '+2348031234567',
    subject: null,
    body: 'Your result was returned.',
    status: 'sent',
    attempts: 1,
    nextAttemptAt: null,
    lastError: null,
    gateway: 'termii',
    createdAt: '2023-02-25T15:00:00.000Z',
    sentAt: '2023-02-25T15:00:01.000Z',
    can: { retry: false },
    ...change,
  });
}

const failedOf = (change: Partial<MessageDraft> = {}) =>
  messageOf({
    status: 'failed',
    attempts: 8,
    sentAt: null,
    gateway: null,
    lastError: 'The number is not in service',
    can: { retry: true },
    ...change,
  });

function outboxOf(messages: readonly OutboxMessage[], gateways: Gateways = CONFIGURED): Response {
  const counts = { waiting: 0, sent: 0, logged: 0, failed: 0, expired: 0 };
  for (const { status } of messages) counts[status] += 1;
  return ok(OutboxList, { messages: [...messages], total: messages.length, counts, gateways });
}

function serveOutbox(handlers: Record<string, (call: Call) => Response>, role: Role = 'super_admin', email?: string) {
  const user = person(role, { email: email ?? null });
  return serve({
    'GET /auth/me': () => ok(Me, meOf(role, { user })),
    'GET /deliveries': () => outboxOf([]),
    ...handlers,
  });
}

const panel = async (name: string) => {
  const heading = await screen.findByRole('heading', { name });
  const section = heading.closest('section');
  if (!section) throw new Error(`${name} has no panel`);
  return within(section);
};

describe('the list of messages', () => {
  it('shows of each where it goes, what it says and how it stands', async () => {
    const waiting = messageOf({
      channel: 'email',
      recipient: 'ada@example.org',
      subject: 'Your report is ready',
      status: 'waiting',
      attempts: 2,
      nextAttemptAt: '2023-02-25T15:05:00.000Z',
      lastError: 'Connection refused',
      gateway: null,
      sentAt: null,
    });
    serveOutbox({ 'GET /deliveries': () => outboxOf([waiting, messageOf({ body: null })]) });
    renderConsole('/deliveries');
    const row = await screen.findByRole('row', { name: /ada@example.org/ });
    expect(row).toHaveTextContent('E-mail');
    expect(row).toHaveTextContent('Your report is ready');
    expect(within(row).getByText('Waiting')).toBeVisible();
    expect(row).toHaveTextContent('2 attempts');
    expect(row).toHaveTextContent('Next attempt 25/02/2023 16:05');
    expect(row).toHaveTextContent('Connection refused');
    const sent = screen.getByRole('row', { name: /0803 123 4567/ });
    expect(sent).toHaveTextContent('1 attempt by Termii');
    // What the server does not give is not made up.
    expect(sent).toHaveTextContent('Not shown: it holds a code or a password.');
    expect(screen.getByText('Showing 1-2 of 2')).toBeVisible();
  });

  it('folds long texts', async () => {
    const body = `${'The ward has silent units. '.repeat(8)}Call them.`;
    serveOutbox({ 'GET /deliveries': () => outboxOf([messageOf({ body })]) });
    const { user } = renderConsole('/deliveries');
    const row = await screen.findByRole('row', { name: /0803 123 4567/ });
    expect(row).not.toHaveTextContent('Call them.');
    await user.click(within(row).getByRole('button', { name: 'Show all of it' }));
    expect(row).toHaveTextContent('Call them.');
  });

  it('keeps its filters in the address and asks the server by them', async () => {
    const calls = serveOutbox({ 'GET /deliveries': () => outboxOf([failedOf()]) });
    const { user, router } = renderConsole('/deliveries?page=3');
    const choose = async (label: string, option: string) => {
      await user.click(await screen.findByRole('combobox', { name: label }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    await choose('Status', 'Failed (1)');
    await choose('Channel', 'SMS');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), '0803');
    const chosen = { status: 'failed', channel: 'sms', q: '0803' };
    await waitFor(() =>
      expect(Object.fromEntries(calls.findLast(({ path }) => path === '/deliveries')?.query ?? [])).toEqual({
        ...chosen,
        page: '1',
        pageSize: '20',
      }),
    );
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual(chosen);
  });

  it('says what it will show while it is empty, and leads out of filters that nothing fits', async () => {
    serveOutbox({});
    const { user } = renderConsole('/deliveries?status=failed');
    expect(await screen.findByText('No message fits these filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all messages' }));
    expect(await screen.findByText('No messages yet')).toBeVisible();
  });

  it('offers to try again when it cannot be loaded', async () => {
    let down = true;
    serveOutbox({ 'GET /deliveries': () => (down ? refuse('INTERNAL') : outboxOf([messageOf()])) });
    const { user } = renderConsole('/deliveries');
    expect(await screen.findByText('Messages could not be loaded')).toBeVisible();
    down = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('row', { name: /0803 123 4567/ })).toBeVisible();
  });

  it('is the super admin’s alone', async () => {
    const calls = serveOutbox({}, 'national_admin');
    renderConsole('/deliveries');
    expect(await screen.findByText(/Access Denied/i)).toBeVisible();
    expect(calls.some(({ path }) => path === '/deliveries')).toBe(false);
  });
});

describe('trying again', () => {
  it('is offered for what failed, one by one', async () => {
    const failed = failedOf();
    let message = failed;
    serveOutbox({
      'GET /deliveries': () => outboxOf([message, messageOf({ recipient: '+2348101234567' })]),
      [`POST /deliveries/${failed.id}/retry`]: () => {
        message = messageOf({ ...failed, status: 'waiting', attempts: 0, lastError: null, can: { retry: false } });
        return ok(RetryAnswer, { waiting: 1 });
      },
    });
    const { user } = renderConsole('/deliveries');
    const row = await screen.findByRole('row', { name: /0803 123 4567/ });
    expect(row).toHaveTextContent('The number is not in service');
    const other = screen.getByRole('row', { name: /0810 123 4567/ });
    expect(within(other).queryByRole('button', { name: /^Try again/ })).not.toBeInTheDocument();
    await user.click(within(row).getByRole('button', { name: 'Try again: SMS to 0803 123 4567' }));
    expect(await screen.findByText('The SMS to 0803 123 4567 is tried again.')).toBeVisible();
    expect(await within(await screen.findByRole('row', { name: /0803 123 4567/ })).findByText('Waiting')).toBeVisible();
  });

  it('says so when another user was faster', async () => {
    const failed = failedOf();
    serveOutbox({
      'GET /deliveries': () => outboxOf([failed]),
      [`POST /deliveries/${failed.id}/retry`]: () => refuse('MESSAGE_NOT_FAILED', { status: 'waiting' }),
    });
    const { user } = renderConsole('/deliveries');
    await user.click(await screen.findByRole('button', { name: /^Try again/ }));
    expect(await screen.findByText('This message is waiting, so it is not sent again.')).toBeVisible();
  });

  it('asks before all that failed is tried again, and says how many they are', async () => {
    const calls = serveOutbox({
      'GET /deliveries': ({ query }) =>
        query.get('pageSize') === '1'
          ? ok(OutboxList, {
              messages: [failedOf()],
              total: 2310,
              counts: { waiting: 0, sent: 0, logged: 0, failed: 2310, expired: 0 },
              gateways: CONFIGURED,
            })
          : outboxOf([]),
      'POST /deliveries/retry-failed': () => ok(RetryAnswer, { waiting: 2300 }),
    });
    const { user } = renderConsole('/deliveries?channel=email');
    await user.click(await screen.findByRole('button', { name: 'Try all failed again' }));
    const question = await screen.findByRole('dialog', { name: 'Try all failed messages again?' });
    // All of them, not those that the list is narrowed to.
    await waitFor(() => expect(question).toHaveTextContent('2,310 messages failed, SMS and e-mail together.'));
    expect(calls.findLast(({ query }) => query.get('pageSize') === '1')?.query.get('channel')).toBeNull();
    await user.click(within(question).getByRole('button', { name: 'Try all failed again' }));
    expect(await screen.findByText('2,300 messages are tried again.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

const openGateways = async (user: ReturnType<typeof renderConsole>['user']) =>
  await user.click(await screen.findByRole('button', { name: 'Gateways' }));

describe('the gateways', () => {
  it('show the outcome of the last hour, and when they are paused', async () => {
    const sms = { ...CONFIGURED.sms, paused: true, lastError: 'The gateway answered 503' };
    serveOutbox({ 'GET /deliveries': () => outboxOf([], { ...CONFIGURED, sms }) });
    renderConsole('/deliveries');
    const card = await panel('SMS');
    expect(card.getByText('Termii')).toBeVisible();
    expect(card.getByText('1,200')).toBeVisible();
    expect(card.getByText('Paused')).toBeVisible();
    expect(card.getByText('The gateway answered 503')).toBeVisible();
    expect((await panel('E-mail')).getByText('Configured')).toBeVisible();
  });

  it('say what becomes of messages without one, and how to configure it', async () => {
    serveOutbox({ 'GET /deliveries': () => outboxOf([], NONE) });
    const { user } = renderConsole('/deliveries');
    expect(await screen.findAllByText('No gateway')).toHaveLength(2);
    await openGateways(user);
    const card = await panel('E-mail');
    expect(card.getByText('No gateway is configured')).toBeVisible();
    expect(card.getByText(/written to the server’s log and shown here/)).toBeVisible();
    await user.click(card.getByText('How to configure one'));
    expect(card.getByText('SMTP_URL')).toBeVisible();
    expect((await panel('SMS')).getByText('SMS_GATEWAY')).toBeInTheDocument();
  });

  it('are tried with a message to oneself', async () => {
    const calls = serveOutbox({
      'POST /deliveries/test': () => ok(TestMessageAnswer, { id: freshId(), recipient: '+2348031234567' }, 201),
    });
    const { user } = renderConsole('/deliveries');
    const reads = () => calls.filter(({ path }) => path === '/deliveries').length;
    await openGateways(user);
    await user.click(await screen.findByRole('button', { name: 'Send a test SMS to myself' }));
    expect(await screen.findByText(/A test SMS to 0803 123 4567 is on its way/)).toBeVisible();
    expect(calls.find(({ path }) => path === '/deliveries/test')?.body).toEqual({ channel: 'sms' });
    await waitFor(() => expect(reads()).toBeGreaterThan(1));
  });

  it('are not said to carry the message where there is none', async () => {
    serveOutbox({
      'GET /deliveries': () => outboxOf([], NONE),
      'POST /deliveries/test': () => ok(TestMessageAnswer, { id: freshId(), recipient: '+2348031234567' }, 201),
    });
    const { user } = renderConsole('/deliveries');
    await openGateways(user);
    await user.click(await screen.findByRole('button', { name: 'Send a test SMS to myself' }));
    expect(await screen.findByText(/A test SMS to 0803 123 4567 stands in the list\. No gateway/)).toBeVisible();
    expect(screen.queryByText(/is on its way/)).not.toBeInTheDocument();
  });

  it('say what went wrong with the test', async () => {
    serveOutbox({ 'POST /deliveries/test': () => refuse('NO_EMAIL') }, 'super_admin', 'ada@example.org');
    const { user } = renderConsole('/deliveries');
    await openGateways(user);
    await user.click(await screen.findByRole('button', { name: 'Send a test e-mail to myself' }));
    expect(await (await panel('E-mail')).findByRole('alert')).toHaveTextContent('Your account has no e-mail address.');
  });

  it('say why no e-mail can be tried without an address', async () => {
    serveOutbox({});
    const { user } = renderConsole('/deliveries');
    await openGateways(user);
    expect(await screen.findByRole('button', { name: 'Send a test e-mail to myself' })).toBeDisabled();
    expect(screen.getByText('Your account has no e-mail address.')).toBeVisible();
  });
});

describe('as time goes on', () => {
  it('is read again every ten seconds, and keeps what it has when that fails', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let down = false;
    const messages = [messageOf()];
    serveOutbox({ 'GET /deliveries': () => (down ? refuse('INTERNAL') : outboxOf(messages)) });
    renderConsole('/deliveries');
    await screen.findByText('Showing 1-1 of 1');
    messages.push(messageOf({ recipient: '+2348101234567' }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await screen.findByRole('row', { name: /0810 123 4567/ })).toBeVisible();
    down = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await screen.findByText(/This could not be read again/)).toBeVisible();
    expect(screen.getByRole('row', { name: /0810 123 4567/ })).toBeVisible();
  });
});
