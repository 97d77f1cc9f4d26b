import { AlertGroupList } from '@ec/contract/alerts/bulk';
import { Alert, AlertCounts, AlertList, AlertOwners } from '@ec/contract/alerts/schemas';
import { Me } from '@ec/contract/auth/schemas';
import { ElectionList } from '@ec/contract/elections/schemas';
import { Location, LocationList } from '@ec/contract/geography/schemas';
import { ResultDetail } from '@ec/contract/results/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { alertOf, CAN, groupsOfAlerts, LINKS, listOf } from '../../../test/alerts.ts';
import { ME } from '../../../test/disputes.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId, resultOf } from '../../../test/results.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { dropDraft } from '../../lib/device/drafts.ts';
import { locationOf } from '../../../test/users.ts';
import { cleanNotices } from '../../../test/users-page.tsx';

beforeEach(async () => {
  cleanNotices();
  stubEventSource();
  signedInOnDevice();
  await dropDraft(`${ME}/alert`);
});

const alert = alertOf();
const BOLA = { id: alertOf().id, name: 'Bola Ade', role: 'ward_admin' };
/** With its chain and the last digits of the phone, as in every picker of people. */
const BOLA_HINT = 'Bola Ade, Ward Admin · Ipodo, Ikeja, Lagos · …0009';
const WARD = ['national', 'region', 'state', 'lga', 'ward'].flatMap((type) => LINKS[type] ?? []);
const ADA = { id: ME, name: 'Ada Obi', role: 'lga_admin' };
const takenBy = (owner: typeof BOLA, note: string | null = null) => ({
  ...alert,
  acknowledgedAt: '2023-02-25T14:10:00.000Z',
  acknowledgedBy: ADA,
  owner,
  note,
  can: { ...CAN, acknowledge: false, giveOwner: true },
});

function open(handlers: Record<string, (call: Call) => Response> = {}, shown = alert) {
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('lga_admin')),
    'GET /elections': () => ok(ElectionList, { elections: [], total: 0 }),
    'GET /locations': () => ok(LocationList, { locations: [], total: 0 }),
    'GET /alerts': () => ok(AlertList, listOf([shown])),
    'GET /alerts/groups': () => ok(AlertGroupList, groupsOfAlerts([shown])),
    'GET /alerts/counts': () => ok(AlertCounts, { unread: 1, open: 1 }),
    [`GET /alerts/${alert.id}/owners`]: () =>
      ok(AlertOwners, {
        people: [BOLA, ADA].map((person) => ({ ...person, phone: '+2348031110009', chain: WARD })),
      }),
    ...handlers,
  });
  const sent = () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }));
  const acts = () => sent().filter(({ path }) => path.startsWith('/alerts'));
  return { ...renderConsole('/alerts?view=list'), acts, calls };
}

describe('acknowledging', () => {
  it('is not offered of what was over by itself', async () => {
    const resolvedAt = '2023-02-25T14:10:00.000Z';
    open({}, { ...alert, resolvedAt, can: { ...CAN, acknowledge: false, giveOwner: false } });
    expect(await screen.findByText(/Resolved by itself/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Acknowledge/ })).not.toBeInTheDocument();
  });

  it('takes care of it oneself, unless another user is chosen', async () => {
    const { user, acts } = open({
      [`POST /alerts/${alert.id}/acknowledge`]: () => ok(Alert, takenBy(ADA, 'On my way.')),
    });
    await user.click(await screen.findByRole('button', { name: 'Acknowledge: Over-voting' }));
    const form = await screen.findByRole('form', { name: 'Acknowledge the alert' });
    expect(within(form).getByRole('radio', { name: 'I take care of it' })).toBeChecked();
    await user.type(within(form).getByRole('textbox', { name: 'Note' }), 'On my way.');
    await user.click(within(form).getByRole('button', { name: 'Acknowledge' }));
    expect(await screen.findByText('Over-voting: you take care of it.')).toBeVisible();
    expect(acts()).toEqual([{ path: `/alerts/${alert.id}/acknowledge`, body: { note: 'On my way.' } }]);
    expect(await screen.findByText('On my way.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Acknowledge/ })).not.toBeInTheDocument();
  });

  it('gives it to another, found by name', async () => {
    const { user, acts, calls } = open({ [`POST /alerts/${alert.id}/acknowledge`]: () => ok(Alert, takenBy(BOLA)) });
    await user.click(await screen.findByRole('button', { name: 'Acknowledge: Over-voting' }));
    const form = await screen.findByRole('form', { name: 'Acknowledge the alert' });
    await user.click(within(form).getByRole('radio', { name: 'Another user' }));
    await user.click(within(form).getByRole('button', { name: 'Acknowledge' }));
    expect(await within(form).findByRole('alert')).toHaveTextContent('Choose who takes care of it');
    await user.type(within(form).getByRole('searchbox', { name: 'Search' }), 'Bol');
    await waitFor(() => expect(calls.at(-1)?.query.get('q')).toBe('Bol'));
    await user.click(await within(form).findByRole('radio', { name: BOLA_HINT }));
    expect(within(form).queryByRole('radio', { name: /Ada Obi/ })).not.toBeInTheDocument();
    await user.click(within(form).getByRole('button', { name: 'Acknowledge' }));
    await waitFor(() => expect(acts().at(-1)?.body).toEqual({ ownerId: BOLA.id, note: '' }));
    expect(await screen.findByText('Over-voting: Bola Ade takes care of it.')).toBeVisible();
  });

  it('that came too late says who was faster and keeps the note', async () => {
    const { user } = open({
      [`POST /alerts/${alert.id}/acknowledge`]: () => refuse('ALERT_ACKNOWLEDGED', { name: 'Bola Ade' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Acknowledge: Over-voting' }));
    const form = await screen.findByRole('form', { name: 'Acknowledge the alert' });
    const note = within(form).getByRole('textbox', { name: 'Note' });
    await user.type(note, 'On my way.');
    await user.click(within(form).getByRole('button', { name: 'Acknowledge' }));
    const problem = await within(form).findByRole('alert');
    expect(problem).toHaveTextContent('Bola Ade acknowledged this alert in the meantime.');
    expect(problem).toHaveFocus();
    expect(note).toHaveValue('On my way.');
  });

  it('passes it on with a new note', async () => {
    const { user, acts } = open(
      { [`POST /alerts/${alert.id}/acknowledge`]: () => ok(Alert, takenBy(ADA)) },
      takenBy(BOLA, 'Old note'),
    );
    await user.click(await screen.findByRole('button', { name: 'Pass on: Over-voting' }));
    const form = await screen.findByRole('form', { name: 'Pass the alert on' });
    expect(await within(form).findByRole('radio', { name: BOLA_HINT })).toBeChecked();
    await user.click(within(form).getByRole('radio', { name: 'I take care of it' }));
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(acts().at(-1)?.body).toEqual({ ownerId: ME, note: 'Old note' }));
  });
});

describe('an alert about the same photo', () => {
  it('shows both photos beside each other, and says which one cannot be seen', async () => {
    const [one, other] = [freshId(), freshId()];
    const shown = alertOf({ rule: 'same_photo', title: 'Same photo at two units', photosOf: [one, other] });
    const { user, router } = open(
      {
        [`GET /alerts/${shown.id}`]: () => ok(Alert, shown),
        [`PATCH /alerts/${shown.id}/read`]: () => ok(AlertCounts, { unread: 0, open: 1 }),
        [`GET /results/${one}`]: () => ok(ResultDetail, resultOf({ id: one, sheetFileId: null })),
        [`GET /results/${other}`]: () => refuse('NOT_FOUND'),
      },
      shown,
    );
    await router.navigate(`/alerts?alert=${shown.id}`);
    await user.click(await screen.findByRole('button', { name: 'Compare the photos' }));
    const both = within(await screen.findByRole('dialog', { name: 'Both photos' }));
    expect(await both.findByRole('link', { name: /24-11-05-003/ })).toHaveAttribute('href', `/review/${one}`);
    expect(await both.findByText('This photo could not be loaded')).toBeVisible();
  });
});

describe('raising an alert', () => {
  const raised = alertOf({ rule: 'manual', title: 'Crowd at the gate', source: 'Ada Obi' });

  it('is about the own area, unless a place in it is chosen', async () => {
    const { user, acts } = open({ 'POST /alerts': () => ok(Alert, raised, 201) });
    await user.click(await screen.findByRole('button', { name: 'Raise an alert' }));
    const form = await screen.findByRole('form', { name: 'Raise an alert' });
    expect(
      within(form).getByText(/also by SMS and e-mail, if they chose that and where a gateway is set/),
    ).toBeVisible();
    await user.type(within(form).getByRole('textbox', { name: 'Title' }), ' Crowd at the gate ');
    await user.type(within(form).getByRole('textbox', { name: 'Message' }), 'Send two agents.');
    await user.click(within(form).getByRole('combobox', { name: 'Priority' }));
    await user.click(await screen.findByRole('option', { name: 'Critical' }));
    await user.click(within(form).getByRole('button', { name: 'Raise the alert' }));
    expect(await screen.findByText(/The alert "Crowd at the gate" is raised\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the alert' })).toHaveAttribute('href', `/alerts?alert=${raised.id}`);
    expect(acts()).toEqual([
      {
        path: '/alerts',
        body: {
          title: 'Crowd at the gate',
          message: 'Send two agents.',
          type: 'info',
          priority: 'critical',
          area: '24-11',
        },
      },
    ]);
  });

  it('is about a place in it, typed or stepped down to', async () => {
    const ward = locationOf('24-11-05');
    const { user, acts } = open({
      'GET /locations': () => ok(LocationList, { locations: [ward], total: 1 }),
      [`GET /locations/${ward.id}`]: () => ok(Location, ward),
      'POST /alerts': () => ok(Alert, raised, 201),
    });
    await user.click(await screen.findByRole('button', { name: 'Raise an alert' }));
    const form = await screen.findByRole('form', { name: 'Raise an alert' });
    const place = within(form).getByRole('combobox', { name: 'Place' });
    expect(place).toHaveAccessibleDescription('Nothing is chosen: the whole of Here');
    await user.type(within(form).getByRole('textbox', { name: 'Title' }), 'Crowd at the gate');
    await user.type(within(form).getByRole('textbox', { name: 'Message' }), 'Send two agents.');
    await user.type(place, 'ipodo');
    await user.click(await screen.findByRole('option', { name: /^Ipodo/ }));
    expect(place).toHaveValue('Ipodo');
    await waitFor(() => expect(place).toHaveAccessibleDescription('Ikeja, Lagos · 24-11-05'));
    await user.click(within(form).getByRole('button', { name: 'Raise the alert' }));
    await waitFor(() => expect(acts()[0]?.body).toMatchObject({ title: 'Crowd at the gate', area: '24-11-05' }));
  });

  it('again after a lost answer is the same alert, and with other words another', async () => {
    const { user, calls } = open({ 'POST /alerts': () => refuse('INTERNAL') });
    await user.click(await screen.findByRole('button', { name: 'Raise an alert' }));
    const form = await screen.findByRole('form', { name: 'Raise an alert' });
    const title = within(form).getByRole('textbox', { name: 'Title' });
    await user.type(title, 'Crowd');
    await user.type(within(form).getByRole('textbox', { name: 'Message' }), 'Send two agents.');
    const keys = () =>
      calls
        .filter(({ path, method }) => method === 'POST' && path === '/alerts')
        .map(({ headers }) => headers.get('idempotency-key'));
    const send = async (times: number) => {
      await user.click(within(form).getByRole('button', { name: 'Raise the alert' }));
      await waitFor(() => expect(keys()).toHaveLength(times));
      await within(form).findByText('The alert could not be raised. Try again.');
    };
    await send(1);
    await send(2);
    await user.type(title, ' at the gate');
    await send(3);
    const [first, again, other] = keys();
    expect(first).toBeTruthy();
    expect([again === first, other === first]).toEqual([true, false]);
  });

  it.each(['{Enter}', '{Tab}'])(
    'is not raised for the whole area where a place was typed and none chosen (%s)',
    async (key) => {
      const { user, acts } = open({ 'GET /locations': () => ok(LocationList, { locations: [], total: 0 }) });
      await user.click(await screen.findByRole('button', { name: 'Raise an alert' }));
      const form = await screen.findByRole('form', { name: 'Raise an alert' });
      await user.type(within(form).getByRole('textbox', { name: 'Title' }), 'Crowd at the gate');
      await user.type(within(form).getByRole('textbox', { name: 'Message' }), 'Send two agents.');
      const place = within(form).getByRole('combobox', { name: 'Place' });
      await user.type(place, `ikeja${key}`);
      await user.click(within(form).getByRole('button', { name: 'Raise the alert' }));
      expect(place).toHaveValue('ikeja');
      expect(await within(form).findByText('Choose a place from the list, or clear the field')).toBeVisible();
      expect(acts()).toEqual([]);
      await user.click(within(form).getByRole('button', { name: 'Clear Place' }));
      expect(place).toHaveValue('');
    },
  );

  it('takes the first place that typed words find with Enter', async () => {
    const ward = locationOf('24-11-05');
    const { user } = open({
      'GET /locations': ({ query }) => {
        const locations = query.get('q') === 'ipodo' ? [ward] : [];
        return ok(LocationList, { locations, total: locations.length });
      },
      [`GET /locations/${ward.id}`]: () => ok(Location, ward),
    });
    await user.click(await screen.findByRole('button', { name: 'Raise an alert' }));
    const place = await screen.findByRole('combobox', { name: 'Place' });
    await user.type(place, 'ipodo');
    await screen.findByRole('option', { name: /^Ipodo/ });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(place).toHaveAccessibleDescription('Ikeja, Lagos · 24-11-05'));
  });

  it('needs a title and a message', async () => {
    const { user, acts } = open();
    await user.click(await screen.findByRole('button', { name: 'Raise an alert' }));
    const form = await screen.findByRole('form', { name: 'Raise an alert' });
    await user.click(within(form).getByRole('button', { name: 'Raise the alert' }));
    const summary = await within(form).findByRole('alert');
    expect(summary).toHaveFocus();
    expect(summary).toHaveTextContent('Title is required');
    await user.click(within(summary).getByRole('link', { name: 'Message is required' }));
    expect(within(form).getByRole('textbox', { name: 'Message' })).toHaveFocus();
    expect(acts()).toEqual([]);
  });

  it('does not lose what is typed without a question', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Raise an alert' }));
    const form = await screen.findByRole('form', { name: 'Raise an alert' });
    await user.type(within(form).getByRole('textbox', { name: 'Title' }), 'Crowd');
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
  });

  it('closes without a question where nothing was typed', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Raise an alert' }));
    const form = await screen.findByRole('form', { name: 'Raise an alert' });
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Raise an alert' })).not.toBeInTheDocument());
  });
});
