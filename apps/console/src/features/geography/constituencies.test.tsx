import { Constituency, ConstituencyImport, ConstituencyList } from '@ec/contract/constituencies/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as z from 'zod/mini';
import { stubEventSource } from '../../../test/event-source.ts';
import { openGeography } from '../../../test/geography.ts';
import { ok, refuse } from '../../../test/server.ts';
import { at } from '../../../test/users.ts';
import { cleanNotices } from '../../../test/users-page.tsx';

beforeAll(async () => {
  await import('./ConstituenciesPage.tsx');
  await import('./ConstituencyImportPage.tsx');
});
beforeEach(() => {
  stubEventSource();
  cleanNotices();
});
afterEach(() => vi.restoreAllMocks());

const LIST = '/geographical-data/constituencies';
const west: z.input<typeof Constituency> = {
  id: 'senatorial-240',
  type: 'senatorial',
  code: 240,
  name: 'Lagos senatorial district 1',
  state: { id: at('24'), name: 'Lagos' },
  lgas: [
    { id: at('24-01'), name: 'Agege', part: true },
    { id: at('24-11'), name: 'Ikeja', part: false },
  ],
  wards: 12,
  units: 900,
  registered: 450_000,
};
const list = { constituencies: [west], total: 1, unassigned: 3 };
const preview: z.input<typeof ConstituencyImport> = {
  stored: false,
  rows: 8809,
  kinds: [
    {
      kind: 'senatorial',
      constituencies: 109,
      added: 2,
      wards: 8809,
      assigned: 12,
      moved: 4,
      unassigned: { count: 1, wards: [{ code: '24-11-20', name: 'New ward' }] },
    },
  ],
  absent: ['federal', 'state'],
  refused: { count: 0, lines: [] },
  elections: ['Lagos West by-election'],
};

describe('the list of constituencies', () => {
  it('says what each is made of, and how many wards belong to none', async () => {
    openGeography({ 'GET /constituencies': () => ok(ConstituencyList, list) }, LIST);
    const table = await screen.findByRole('table', { name: 'Senatorial districts' });
    expect(await within(table).findByText('Agege (part), Ikeja')).toBeVisible();
    expect(screen.getByText(/3 wards here belong to no senatorial district/)).toBeVisible();
  });

  it('renames one, and keeps what was typed when the server refuses', async () => {
    let refused = true;
    const { calls } = openGeography(
      {
        'GET /constituencies': () => ok(ConstituencyList, list),
        'PUT /constituencies/senatorial-240': () =>
          refused ? refuse('UNAVAILABLE') : ok(Constituency, { ...west, name: 'Lagos West' }),
      },
      LIST,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Rename Lagos senatorial district 1' }));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    fireEvent.change(name, { target: { value: 'Lagos West' } });
    const dialog = screen.getByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Rename' }));
    expect(await within(dialog).findByText(/The constituency could not be renamed/)).toBeVisible();
    expect(name).toHaveValue('Lagos West');
    refused = false;
    fireEvent.click(within(dialog).getByRole('button', { name: 'Rename' }));
    expect(await screen.findByText('Lagos senatorial district 1 was renamed to Lagos West.')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({ name: 'Lagos West' });
  });
});

describe('the import of constituencies', () => {
  const choose = async () => {
    const file = new File(['ward_code,senatorial_district_id\n24-11-01,240'], 'wards.csv', { type: 'text/csv' });
    fireEvent.change(await screen.findByLabelText('File of wards with their constituencies'), {
      target: { files: [file] },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Check the file' }));
  };

  it('shows what the file changes and what it lacks, and stores it only after the question', async () => {
    const { calls } = openGeography(
      {
        'GET /constituencies': () => ok(ConstituencyList, list),
        'POST /constituencies/import': ({ body }) =>
          ok(ConstituencyImport, { ...preview, stored: (body as { store: boolean }).store }),
      },
      `${LIST}/import`,
    );
    await choose();
    expect(await screen.findByText(/no column federal_constituency_id: federal constituencies stay/)).toBeVisible();
    expect(screen.getByText(/1 ward of the register has no senatorial district after the import/)).toBeVisible();
    expect(screen.getByText(/Lagos West by-election/)).toBeVisible();
    const stored = () => calls.filter(({ method, body }) => method === 'POST' && JSON.stringify(body).includes('true'));
    expect(stored()).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Import' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import these constituencies?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Import' }));
    expect(await screen.findByText('The constituencies of 8,809 wards were imported.')).toBeVisible();
    await waitFor(() => expect(stored()).toHaveLength(1));
  });

  it('lists refused lines, and offers no import of them', async () => {
    const refused = { count: 1, lines: [{ line: 2, message: 'There is no ward 24-11-999' }] };
    openGeography(
      {
        'POST /constituencies/import': () => ok(ConstituencyImport, { ...preview, kinds: [], refused, elections: [] }),
      },
      `${LIST}/import`,
    );
    await choose();
    expect(await screen.findByText('There is no ward 24-11-999')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Import' })).not.toBeInTheDocument();
  });
});
