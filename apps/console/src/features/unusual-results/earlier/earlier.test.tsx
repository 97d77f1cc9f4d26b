import { EarlierElection, EarlierList } from '@ec/contract/unusual/earlier';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { expectLineToMend, openImport, REFUSED, stubForImports, WAITING } from '../../../../test/imports.ts';
import { freshId } from '../../../../test/results.ts';
import { ok } from '../../../../test/server.ts';

const PAGE = '/unusual-results/earlier';
const PATH = '/unusual/earlier';

const BY = { id: freshId(), name: 'Ngozi Eze', role: 'national_admin' } as const;

beforeEach(stubForImports);

type Sent = z.input<typeof EarlierElection>;
const earlierOf = (change: Partial<Sent> = {}): Sent => ({
  ...WAITING,
  id: freshId(),
  name: 'Presidential 2023',
  electionDate: '2023-02-25',
  parties: ['APC', 'LP'],
  type: 'presidential',
  importedBy: BY,
  can: { store: true, discard: true, remove: false },
  ...change,
});
const NOTHING = { store: false, discard: false, remove: false };

/** The page with an import whose states come one after the other. */
function open(page: string, states: Sent[], role: 'national_admin' | 'super_admin' = 'national_admin') {
  const can = { import: role === 'national_admin' };
  const handlers = {
    [`GET ${PATH}`]: () => ok(EarlierList, { elections: [], files: [earlierOf({ name: 'Governorship' })], can }),
    [`POST ${PATH}/${states[0]?.id}/store`]: () => ok(EarlierElection, states.at(-1) ?? earlierOf()),
  };
  return openImport(page, { path: PATH, answer: EarlierElection, states, role, handlers });
}

it('names what is missing, then follows a file from its check to its end', async () => {
  const id = freshId();
  const { user, calls } = open(PAGE, [
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
  expect(calls.some(({ method, path }) => method === 'POST' && path === PATH)).toBe(false);
  await user.type(screen.getByRole('textbox', { name: /Name of the election/ }), 'Presidential 2023');
  await user.type(screen.getByRole('textbox', { name: /Date/ }), '2023-02-25');
  await user.click(screen.getByRole('button', { name: 'Check the file' }));
  expect(await screen.findByRole('progressbar', { name: 'Work on file.csv' })).toHaveAttribute('aria-valuenow', '20');
  await user.click(await screen.findByRole('button', { name: 'Store these results' }, { timeout: 5000 }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Store' }));
  expect(await screen.findByText('The results are stored.')).toBeVisible();
});

it('lists the lines that are to be mended', async () => {
  const one = earlierOf({ ...REFUSED, can: NOTHING });
  open(`${PAGE}?import=${one.id}`, [one]);
  await expectLineToMend('Store these results');
  const files = screen.getByRole('table', { name: 'Your latest files' });
  expect(within(files).getByRole('row', { name: /Governorship/ })).toHaveTextContent('Waits for a decision');
});

it('offers no import to those who may only read', async () => {
  open(PAGE, [], 'super_admin');
  expect(await screen.findByText('A national administrator imports them.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Check the file' })).not.toBeInTheDocument();
});
