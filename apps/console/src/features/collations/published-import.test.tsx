import { PublishedImport } from '@ec/contract/collations/published';
import { ImportStarted } from '@ec/contract/geography/register-import';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { electionOf, electionsAnswer } from '../../../test/elections.ts';
import { expectLineToMend, openImport, REFUSED, stubForImports, WAITING } from '../../../test/imports.ts';
import { freshId } from '../../../test/results.ts';
import { type Call, ok, refuse } from '../../../test/server.ts';

const election = electionOf({ parties: ['APC', 'LP', 'Others'] });
const PATH = '/collations/published/import';

beforeEach(stubForImports);

const COUNTS = {
  states: { figures: 1, absent: 0, blurred: 0, wrong_unit: 0 },
  added: 1,
  changed: 0,
  unchanged: 0,
  absent: ['LP', 'Others'],
};

type Sent = z.input<typeof PublishedImport>;
const importOf = (change: Partial<Sent> = {}): Sent => ({
  ...WAITING,
  id: freshId(),
  electionId: election.id,
  electionName: election.name,
  counts: COUNTS,
  can: { store: true, discard: true },
  ...change,
});
const nothing = { store: false, discard: false };

/** The page with an import whose states come one after the other. */
const open = (page: string, states: Sent[], handlers: Record<string, (call: Call) => Response> = {}) =>
  openImport(page, {
    path: PATH,
    answer: PublishedImport,
    states,
    role: 'lga_admin',
    handlers: {
      'GET /elections': () => electionsAnswer([election]),
      'GET /collations/published/imports': () => ok(z.object({ imports: z.array(PublishedImport) }), { imports: [] }),
      ...handlers,
    },
  });

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
  expect(await screen.findByRole('progressbar', { name: 'Work on file.csv' })).toHaveAttribute('aria-valuenow', '20');
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
  const one = importOf({ ...REFUSED, counts: null, can: nothing });
  open(`${PATH}?import=${one.id}`, [one]);
  await expectLineToMend('Store these sheets');
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
