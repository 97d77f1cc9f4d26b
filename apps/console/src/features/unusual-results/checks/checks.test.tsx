import { Me } from '@ec/contract/auth/schemas';
import { EarlierList } from '@ec/contract/unusual/earlier';
import { DEFAULT_SETTINGS, UnusualSettings } from '@ec/contract/unusual/settings';
import { Trial } from '@ec/contract/unusual/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { electionOf, electionsAnswer } from '../../../../test/elections.ts';
import { stubEventSource } from '../../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../../test/people.ts';
import { renderConsole } from '../../../../test/render.tsx';
import { freshId } from '../../../../test/results.ts';
import { ok, refuse, serve } from '../../../../test/server.ts';

const election = electionOf({ parties: ['APC', 'LP', 'ADC', 'Others'] });
const EARLIER = freshId();

const BY = { id: freshId(), name: 'Ngozi Eze', role: 'national_admin' } as const;

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

type Sent = z.input<typeof UnusualSettings>;
const settingsOf = (change: Partial<Sent> = {}): Sent => ({
  electionId: election.id,
  electionName: election.name,
  version: 0,
  checks: DEFAULT_SETTINGS,
  earlier: null,
  changedBy: null,
  changedAt: null,
  can: { edit: true },
  ...change,
});
const stored: z.input<typeof EarlierList> = {
  elections: [
    {
      id: EARLIER,
      name: 'Presidential 2023',
      electionDate: '2023-02-25',
      parties: ['APC', 'LP'],
      type: 'presidential',
      fileName: '2023.csv',
      state: 'completed',
      done: 1,
      rows: 55_283,
      error: null,
      importedBy: BY,
      createdAt: '2026-11-01T10:00:00.000Z',
      endedAt: '2026-11-01T10:01:00.000Z',
      can: { store: false, discard: false, remove: true },
    },
  ],
  files: [],
  can: { import: true },
};

function open(handlers: Parameters<typeof serve>[0] = {}) {
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('national_admin')),
    'GET /elections': () => electionsAnswer([election]),
    'GET /unusual/settings': () => ok(UnusualSettings, settingsOf()),
    'GET /unusual/earlier': () => ok(EarlierList, stored),
    ...handlers,
  });
  return { ...renderConsole('/unusual-results/checks'), calls };
}
const group = async (name: string) => within(await screen.findByRole('group', { name }));

it('tries the thresholds that are typed, region by region, before they are saved', async () => {
  const asked: unknown[] = [];
  const { user, calls } = open({
    'POST /unusual/trial': ({ body }) => {
      asked.push(body);
      return ok(Trial, {
        results: 1000,
        found: [{ check: 'full_turnout', tests: 1000, units: 1000, marked: 3 }],
      });
    },
  });
  const turnout = (await group('Nearly full turnout, all votes valid')).getByRole('textbox', { name: 'Turnout from' });
  expect(turnout).toHaveAccessibleDescription('Of registered voters. Usually 95 (80 to 100)');
  await user.clear(turnout);
  expect(screen.getByRole('button', { name: 'Try the checks' })).toBeDisabled();
  expect(screen.getByText('Correct the thresholds first.')).toBeVisible();
  await user.type(turnout, '90');
  await user.click(screen.getByRole('button', { name: 'Try the checks' }));
  const table = await screen.findByRole('table', { name: 'Trial of the checks' });
  await waitFor(() =>
    expect(within(table).getByRole('row', { name: /^Nearly full turnout/ })).toHaveTextContent(
      'Would have marked 18 of 6,000 units (0.3 in 100)',
    ),
  );
  expect(asked).toHaveLength(6);
  expect(asked[0]).toMatchObject({
    sampleId: EARLIER,
    earlierId: null,
    area: 'NC',
    checks: { full_turnout: { thresholds: { turnout: 90 } } },
  });
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
  await user.type(turnout, '.5');
  expect(screen.getByText('The thresholds changed since this trial.')).toBeVisible();
});

it('saves what was typed, says limits at the field, and names parties that are not compared', async () => {
  let body: unknown;
  const { user } = open({
    'PUT /unusual/settings': (call) => {
      body = call.body;
      return ok(UnusualSettings, settingsOf({ version: 1 }));
    },
  });
  const full = await group('Nearly full turnout, all votes valid');
  expect(screen.getByRole('button', { name: 'Save the checks' })).toBeDisabled();
  const turnout = full.getByRole('textbox', { name: 'Turnout from' });
  await user.clear(turnout);
  await user.type(turnout, '70');
  await user.click(screen.getByRole('button', { name: 'Save the checks' }));
  expect((await screen.findAllByText('Enter a number from 80 to 100')).length).toBeGreaterThan(0);
  await user.clear(turnout);
  await user.type(turnout, '90');
  await user.click(full.getByRole('combobox', { name: 'What follows' }));
  await user.click(await screen.findByRole('option', { name: 'Explanation needed before verification' }));
  await user.click(screen.getByRole('combobox', { name: 'Earlier election' }));
  const choices = within(await screen.findByRole('listbox', { name: 'Earlier election' }));
  await user.click(choices.getByRole('option', { name: 'Presidential 2023' }));
  expect(screen.getByText(/Not compared, because the earlier election has no votes of them: ADC\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save the checks' }));
  await waitFor(() =>
    expect(body).toMatchObject({
      electionId: election.id,
      version: 0,
      earlierId: EARLIER,
      checks: {
        full_turnout: { mode: 'explain', thresholds: { turnout: 90 } },
        identical_votes: DEFAULT_SETTINGS.identical_votes,
      },
    }),
  );
});

it('keeps what was typed where another user was faster', async () => {
  let saved = false;
  const theirs = {
    ...DEFAULT_SETTINGS,
    full_turnout: { mode: 'off' as const, thresholds: { turnout: 99 } },
  };
  const { user } = open({
    'GET /unusual/settings': () =>
      ok(UnusualSettings, saved ? settingsOf({ version: 1, checks: theirs, changedBy: BY }) : settingsOf()),
    'PUT /unusual/settings': () => {
      saved = true;
      return refuse('CONFLICT');
    },
  });
  const turnout = (await group('Nearly full turnout, all votes valid')).getByRole('textbox', { name: 'Turnout from' });
  await user.clear(turnout);
  await user.type(turnout, '90');
  await user.click(screen.getByRole('button', { name: 'Save the checks' }));
  expect(await screen.findByText(/changed these checks in the meantime/)).toBeVisible();
  expect(turnout).toHaveValue('90%');
  await user.click(screen.getByRole('button', { name: 'Take theirs' }));
  expect(turnout).toHaveValue('99%');
});

it('shows the checks to those who may not change them', async () => {
  open({ 'GET /unusual/settings': () => ok(UnusualSettings, settingsOf({ can: { edit: false } })) });
  expect(await screen.findByText('You can read the checks of this election, and not change them.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save the checks' })).not.toBeInTheDocument();
});
