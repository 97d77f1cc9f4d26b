import { Me } from '@ec/contract/auth/schemas';
import { PublishedImport } from '@ec/contract/collations/published';
import { ImportStarted } from '@ec/contract/geography/register-import';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { electionOf, electionsAnswer } from '../../../test/elections.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId } from '../../../test/results.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { stubUploads } from '../../../test/uploads.ts';

const election = electionOf({ parties: ['APC', 'LP', 'Others'] });
const PATH = '/collations/published/import';

beforeEach(() => {
  stubEventSource();
  stubUploads();
  signedInOnDevice();
});

const COUNTS = {
  states: { figures: 1, absent: 0, blurred: 0, wrong_unit: 0 },
  added: 1,
  changed: 0,
  unchanged: 0,
  absent: ['LP', 'Others'],
};

type Sent = z.input<typeof PublishedImport>;
const importOf = (change: Partial<Sent> = {}): Sent => ({
  id: freshId(),
  electionId: election.id,
  electionName: election.name,
  fileName: 'portal.csv',
  state: 'waiting',
  done: 1,
  rows: 1,
  counts: COUNTS,
  error: null,
  createdAt: '2027-01-16T20:00:00.000Z',
  endedAt: null,
  can: { store: true, discard: true },
  ...change,
});
const nothing = { store: false, discard: false };

/** The page with an import whose states come one after the other. */
function open(path: string, states: Sent[], handlers: Record<string, (call: Call) => Response> = {}) {
  const [first] = states;
  const id = first?.id ?? freshId();
  let at = 0;
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('lga_admin')),
    'GET /elections': () => electionsAnswer([election]),
    'GET /collations/published/imports': () => ok(z.object({ imports: z.array(PublishedImport) }), { imports: [] }),
    [`GET ${PATH}/${id}`]: () => {
      const one = states[Math.min(at, states.length - 1)] ?? importOf();
      at += 1;
      return ok(PublishedImport, one);
    },
    [`POST ${PATH}`]: () => ok(ImportStarted, { id }, 202),
    ...handlers,
  });
  return { ...renderConsole(path), calls };
}

it('follows a file from its check to its end', async () => {
  const id = freshId();
  const states = [
    importOf({ id, state: 'reading', done: 0.2, rows: 20_000, counts: null, can: nothing }),
    importOf({ id }),
    importOf({ id, state: 'completed', can: nothing }),
  ];
  const { user, calls } = open(PATH, states, { [`POST ${PATH}/${id}/store`]: () => ok(ImportStarted, { id }, 202) });
  await user.upload(
    await screen.findByLabelText('File of published sheets', { selector: 'input' }),
    new File(['unit_code,APC\n24-11-05-003,5\n'], 'portal.csv', { type: 'text/csv' }),
  );
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  expect(await screen.findByRole('progressbar', { name: 'Work on portal.csv' })).toHaveAttribute('aria-valuenow', '20');
  expect(screen.getByText('You can leave this page. The work goes on, and it is found again here.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Store these sheets' }, { timeout: 5000 }));
  expect(screen.getByText(/Without a column, and so left blank: LP, Others/)).toBeVisible();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Store' }));
  expect(await screen.findByText('The published sheets are stored.')).toBeVisible();
  expect(
    calls.filter(({ method, path }) => method === 'POST' && path.startsWith(PATH)).map(({ path }) => path),
  ).toEqual([PATH, `${PATH}/${id}/store`]);
});

it('lists the lines that are to be mended, and stores nothing', async () => {
  const lines = [{ line: 3, message: 'APC: -3 is no whole number of zero or more' }];
  const error = { code: 'IMPORT_INVALID', message: 'Lines that cannot be imported: 1.', count: 1, lines };
  const one = importOf({ state: 'failed', counts: null, error, can: nothing });
  open(`${PATH}?import=${one.id}`, [one]);
  const table = await screen.findByRole('table', { name: 'Lines to mend' });
  expect(within(table).getByRole('row', { name: /^3/ })).toHaveTextContent('no whole number');
  expect(screen.queryByRole('button', { name: 'Store these sheets' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Choose another file' })).toBeVisible();
});

it('discards a file that waits', async () => {
  const one = importOf();
  const gone = importOf({ ...one, state: 'discarded', can: nothing });
  const { user, calls } = open(`${PATH}?import=${one.id}`, [one, gone], {
    [`DELETE ${PATH}/${one.id}`]: () => ok(PublishedImport, gone),
  });
  await user.click(await screen.findByRole('button', { name: 'Discard the file' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('This file was discarded. Nothing of it was stored.')).toBeVisible();
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(true);
});

it('says that an import of another person is not there', async () => {
  const id = freshId();
  open(`${PATH}?import=${id}`, [], { [`GET ${PATH}/${id}`]: () => refuse('NOT_FOUND') });
  expect(await screen.findByText('The import could not be loaded')).toBeVisible();
});
