import { Me } from '@ec/contract/auth/schemas';
import { ImportStarted } from '@ec/contract/geography/register-import';
import { EarlierElection, EarlierList } from '@ec/contract/unusual/earlier';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { stubEventSource } from '../../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../../test/people.ts';
import { renderConsole } from '../../../../test/render.tsx';
import { freshId } from '../../../../test/results.ts';
import { ok, serve } from '../../../../test/server.ts';
import { stubUploads } from '../../../../test/uploads.ts';

const PATH = '/unusual-results/earlier';

const BY = { id: freshId(), name: 'Ngozi Eze', role: 'national_admin' } as const;

beforeEach(() => {
  stubEventSource();
  stubUploads();
  signedInOnDevice();
});

type Sent = z.input<typeof EarlierElection>;
const earlierOf = (change: Partial<Sent> = {}): Sent => ({
  id: freshId(),
  name: 'Presidential 2023',
  electionDate: '2023-02-25',
  parties: ['APC', 'LP'],
  type: 'presidential',
  fileName: '2023.csv',
  state: 'waiting',
  done: 1,
  rows: 2,
  error: null,
  importedBy: BY,
  createdAt: '2026-11-01T10:00:00.000Z',
  endedAt: null,
  can: { store: true, discard: true, remove: false },
  ...change,
});
const NOTHING = { store: false, discard: false, remove: false };

/** The page with an import whose states come one after the other. */
function open(path: string, states: Sent[], role: 'national_admin' | 'super_admin' = 'national_admin') {
  const id = states[0]?.id ?? freshId();
  let at = 0;
  const next = () => {
    const one = states[Math.min(at, states.length - 1)] ?? earlierOf();
    at += 1;
    return ok(EarlierElection, one);
  };
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf(role)),
    'GET /unusual/earlier': () =>
      ok(EarlierList, { elections: [], files: [], can: { import: role === 'national_admin' } }),
    [`GET /unusual/earlier/${id}`]: next,
    'POST /unusual/earlier': () => ok(ImportStarted, { id }, 202),
    [`POST /unusual/earlier/${id}/store`]: () => ok(EarlierElection, states.at(-1) ?? earlierOf()),
  });
  return { ...renderConsole(path), calls };
}

it('names what is missing, then follows a file from its check to its end', async () => {
  const id = freshId();
  const { user, calls } = open(PATH, [
    earlierOf({ id, state: 'reading', done: 0.2, rows: 20_000, can: NOTHING }),
    earlierOf({ id }),
    earlierOf({ id, state: 'completed', can: NOTHING }),
  ]);
  await user.upload(
    await screen.findByLabelText('File of results', { selector: 'input' }),
    new File(['unit_code,registered,accredited,APC,LP\n'], '2023.csv', { type: 'text/csv' }),
  );
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  expect((await screen.findAllByText('Name the election')).length).toBeGreaterThan(0);
  expect(calls.some(({ method, path }) => method === 'POST' && path === '/unusual/earlier')).toBe(false);
  await user.type(screen.getByRole('textbox', { name: /Name of the election/ }), 'Presidential 2023');
  await user.type(screen.getByRole('textbox', { name: /Date/ }), '2023-02-25');
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  expect(await screen.findByRole('progressbar', { name: 'Work on 2023.csv' })).toHaveAttribute('aria-valuenow', '20');
  await user.click(await screen.findByRole('button', { name: 'Store these results' }, { timeout: 5000 }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Store' }));
  expect(await screen.findByText('The results are stored.')).toBeVisible();
});

it('lists the lines that are to be mended', async () => {
  const lines = [{ line: 3, message: 'APC: -3 is no whole number of zero or more' }];
  const error = { code: 'IMPORT_INVALID', message: 'Lines that cannot be imported: 1.', count: 1, lines };
  const one = earlierOf({ state: 'failed', error, can: NOTHING });
  open(`${PATH}?import=${one.id}`, [one]);
  const table = await screen.findByRole('table', { name: 'Lines to mend' });
  expect(within(table).getByRole('row', { name: /^3/ })).toHaveTextContent('no whole number');
  expect(screen.queryByRole('button', { name: 'Store these results' })).not.toBeInTheDocument();
});

it('offers no import to those who may only read', async () => {
  open(PATH, [], 'super_admin');
  expect(await screen.findByText('A national administrator imports them.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Check the file' })).not.toBeInTheDocument();
});
