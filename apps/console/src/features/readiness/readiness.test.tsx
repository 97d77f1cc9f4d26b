import { Me } from '@ec/contract/auth/schemas';
import { locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { Readiness } from '@ec/contract/readiness/schemas';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { ok, refuse, serve } from '../../../test/server.ts';

const ID = '0190a0b0-0000-7000-8000-0000000000e1';
const PATH = `GET /elections/${ID}/readiness`;
const unit = {
  id: locationIdOf('24-11-05-003') ?? NATION,
  code: '24-11-05-003',
  name: 'Market',
  within: 'Lagos, Ikeja',
};

const readiness = () =>
  ok(Readiness, {
    election: { id: ID, name: 'Presidential 2027' },
    asOf: '2026-11-24T10:00:00.000Z',
    checks: [
      { id: 'clocks', state: 'ok', count: null, text: 'The clocks agree.', places: [] },
      { id: 'wards_without_admin', state: 'unknown', count: null, text: 'This could not be checked.', places: [] },
      { id: 'sms_gateway', state: 'not_ready', count: null, text: 'No gateway is configured.', places: [] },
      { id: 'units_without_officer', state: 'not_ready', count: 7, text: '7 polling units have none.', places: [unit] },
    ],
  });

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

it('lists what is not ready first, each with its state in words, its places and the way to mend it', async () => {
  serve({ 'GET /auth/me': () => ok(Me, meOf('national_admin')), [PATH]: readiness });
  renderConsole(`/elections/${ID}/readiness`);
  const checks = within(await screen.findByRole('list', { name: 'Checks' })).getAllByRole('listitem');
  expect(checks.map((check) => within(check).getByRole('heading').textContent)).toEqual([
    'Polling units without an officer',
    'SMS gateway',
    'Wards without an admin',
    'Clocks',
  ]);
  expect(checks[0]).toHaveTextContent('Not ready');
  expect(checks[2]).toHaveTextContent('Cannot tell');
  expect(checks[3]).toHaveTextContent('OK');
  const first = within(checks[0] as HTMLElement);
  expect(first.getByRole('link', { name: 'Market' })).toHaveAttribute(
    'href',
    '/users?role=polling_unit_officer&place=24-11-05-003',
  );
  expect(first.getByRole('link', { name: 'Officers' })).toHaveAttribute('href', '/users?role=polling_unit_officer');
  // Deliveries are the super admin's.
  expect(within(checks[1] as HTMLElement).queryByRole('link')).not.toBeInTheDocument();
  expect(screen.getByText(/2 checks not ready, 1 check cannot tell/)).toBeVisible();
});

it('says that an election is not there', async () => {
  serve({ 'GET /auth/me': () => ok(Me, meOf('national_admin')), [PATH]: () => refuse('ELECTION_NOT_FOUND') });
  renderConsole(`/elections/${ID}/readiness`);
  expect(await screen.findByText('The readiness could not be checked')).toBeVisible();
});
