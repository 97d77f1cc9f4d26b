import { Me } from '@ec/contract/auth/schemas';
import { ResultId } from '@ec/contract/base/common';
import { Dashboard } from '@ec/contract/dashboards/schemas';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { common, NO_DESK, officerUnit, unitElection } from '../../../test/dashboards.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, person, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole, renderElement } from '../../../test/render.tsx';
import { ok, serve } from '../../../test/server.ts';
import { forget, keep } from '../../lib/device/device-store.ts';
import { draftSlot } from '../../lib/device/drafts.ts';
import { Deadline } from './UnitBoard.tsx';
import { countdown, nextStep, type UnitElection } from './next-step.ts';

function open(elections: UnitElection[], electionMode = true) {
  signedInOnDevice();
  serve({
    'GET /auth/me': () => ok(Me, meOf('polling_unit_officer', { electionMode })),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'POST /results': () => Promise.reject(new TypeError('Failed to fetch')),
    'GET /dashboard': () =>
      ok(Dashboard, {
        kind: 'polling_unit',
        unit: officerUnit(elections),
        ...common({
          desk: NO_DESK,
          lastHour: null,
        }),
      }),
  });
  return renderConsole('/dashboard');
}

const result = (
  status: 'pending' | 'verified' | 'returned' | 'disputed' | 'cancelled',
  reason: string | null = null,
) => ({
  id: ResultId.parse('0190a0b0-0000-7000-8000-0000000000f1'),
  status,
  version: 2,
  submissionId: 'S-24-11-05-003-O-2-ABCDEF',
  submittedAt: '2027-02-20T14:00:00.000Z',
  desk: false,
  reason,
});

const SUBMIT = 'Submit Results Now';

beforeAll(async () => void (await import('./DashboardPage.tsx')));
beforeEach(stubEventSource);

describe('the officer’s dashboard', () => {
  it('leads to the sheet of an election that takes results now, and names whom to call', async () => {
    const election = unitElection();
    open([election]);
    expect(await screen.findByRole('link', { name: SUBMIT })).toHaveAttribute(
      'href',
      `/submit-results?election=${election.id}`,
    );
    expect(screen.getByText('Not reported')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Call Ward Person, 0803 000 0005' })).toHaveAttribute(
      'href',
      'tel:+2348030000005',
    );
    expect(screen.getByRole('link', { name: /All about your unit/ })).toHaveAttribute('href', '/pu/24-11-05-003');
  });

  it('says that a result waits on this phone, on this page too, and does not ask for it again', async () => {
    const election = unitElection();
    const { id } = person('polling_unit_officer');
    const slot = draftSlot(id, election.id, officerUnit([election]).unit.id);
    const problem = { code: 'NETWORK', message: 'Cannot connect to server.', fields: [] };
    const sheet = {
      slot,
      userId: id,
      key: 'k',
      body: {},
      photo: null,
      fileId: null,
      receipt: null,
      attempts: 1,
      problem,
    };
    await keep(`parcel:${slot}`, { ...sheet, state: 'waiting', madeAt: '2027-02-20T14:00:00.000Z' });
    open([election]);
    expect(await screen.findByRole('link', { name: 'See what waits' })).toBeVisible();
    expect(screen.queryByRole('link', { name: SUBMIT })).not.toBeInTheDocument();
    const bar = screen.getByRole('region', { name: 'Waiting on this phone' });
    expect(within(bar).getByText('1 result waiting on this phone')).toBeVisible();
    expect(within(bar).getByRole('button', { name: 'Send now' })).toBeVisible();
    await forget(`parcel:${slot}`);
  });

  it('does not offer the sheet while election mode is off, and says why', async () => {
    open([unitElection()], false);
    expect(await screen.findByText(/It is off at the moment, so nothing can be sent/)).toBeVisible();
    expect(screen.queryByRole('link', { name: SUBMIT })).not.toBeInTheDocument();
  });

  it('says why a result was returned, and links to its correction', async () => {
    open([unitElection({ result: result('returned', 'The photo cannot be read.') })]);
    expect(await screen.findByText('The photo cannot be read.')).toBeVisible();
    expect(screen.getByText('Returned')).toBeVisible();
    expect(screen.getByRole('link', { name: SUBMIT })).toBeVisible();
    expect(screen.getByText(/Receipt S-24-11-05-003-O-2-ABCDEF/)).toBeVisible();
  });

  it('leads to the replacement of what still waits for review', async () => {
    const election = unitElection({ result: result('pending') });
    open([election]);
    expect(await screen.findByRole('link', { name: 'Replace what was sent' })).toHaveAttribute(
      'href',
      `/submit-results?election=${election.id}`,
    );
    expect(screen.queryByRole('link', { name: SUBMIT })).not.toBeInTheDocument();
  });

  it('says TBD only where no election gives a deadline', async () => {
    open([]);
    expect(await screen.findByText('TBD')).toBeVisible();
    expect(screen.getByText('No election covers your polling unit at the moment.')).toBeVisible();
  });
});

describe('what to do next', () => {
  it.each([
    ['open', null, true, true, /^Send the result sheet as soon as/],
    ['late', null, true, true, /marked as late/],
    ['closed', null, true, false, /time for sending results is over/],
    ['not_live', null, true, false, /not been opened yet/],
    ['open', null, false, false, /once election mode is on/],
    ['open', 'returned', true, true, /^Correct the figures/],
    ['open', 'pending', true, false, /still replace it/],
    ['closed', 'pending', true, false, /nothing for you to do/],
    ['open', 'verified', true, false, /has approved it/],
    ['open', 'disputed', true, false, /in dispute/],
    ['open', 'cancelled', true, false, /counts zero votes/],
  ] as const)('window %s, result %s, election mode %s', (window, status, electionMode, submit, words) => {
    const step = nextStep(unitElection({ window, result: status && result(status) }), electionMode);
    expect(step.submit).toBe(submit);
    expect(step.text).toMatch(words);
  });
});

describe('the deadline', () => {
  const until = '2027-02-21T13:30:00.000Z';
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['2027-02-21T13:29:59.000Z', '00:00:01'],
    ['2027-02-21T10:25:55.000Z', '03:04:05'],
    ['2027-02-19T10:25:55.000Z', '2 d 03:04:05'],
    ['2027-02-21T13:30:00.000Z', null],
  ])('at %s leaves %s', (now, left) => expect(countdown(until, Date.parse(now))).toBe(left));

  it('counts down by the second until it has passed', () => {
    vi.useFakeTimers({ now: Date.parse('2027-02-21T13:29:58.000Z') });
    renderElement(<Deadline until={until} />);
    expect(screen.getByRole('timer')).toHaveTextContent('00:00:02');
    act(() => {
      vi.advanceTimersByTime(1000);
    });
    expect(screen.getByRole('timer')).toHaveTextContent('00:00:01');
    act(() => {
      vi.advanceTimersByTime(1000);
    });
    expect(screen.getByRole('timer')).toHaveTextContent('Passed');
  });
});
