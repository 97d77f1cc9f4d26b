import { Me } from '@ec/contract/auth/schemas';
import {
  ImportStarted,
  RegisterImport,
  RegisterImportList,
  RegisterPreview,
  type RegisterChange,
} from '@ec/contract/geography/register-import';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { openGeography } from '../../../test/geography.ts';
import { meOf, person } from '../../../test/people.ts';
import { ok, refuse } from '../../../test/server.ts';
import { stubUploads } from '../../../test/uploads.ts';
import { at } from '../../../test/users.ts';
import { cleanNotices } from '../../../test/users-page.tsx';

beforeAll(async () => void (await import('./ImportPage.tsx')));
beforeEach(() => {
  stubEventSource();
  stubUploads();
  cleanNotices();
});
afterEach(() => vi.restoreAllMocks());

const ID = '0190a0b0-0000-7000-8000-0000000000d1';
const PATH = `/geographical-data/import/${ID}`;
const COUNTS = {
  rows: 5,
  added: { wards: 1, pollingUnits: 250 },
  changed: { wards: 0, pollingUnits: 2 },
  left: { wards: 4, pollingUnits: 30 },
};

function imported(change: Partial<RegisterImport> = {}): RegisterImport {
  return {
    id: ID,
    kind: 'register',
    state: 'waiting',
    done: 1,
    rows: 5,
    counts: null,
    error: null,
    fileName: 'register.csv.gz',
    startedBy: { id: person('national_admin').id, name: 'Ada Obi' },
    createdAt: '2026-02-03T10:00:00.000Z',
    endedAt: null,
    checkedWith: 7,
    can: { store: true, discard: true },
    ...change,
  };
}

const place = (code: string, change: Partial<RegisterChange> = {}): RegisterChange => ({
  id: at(code),
  type: 'polling_unit',
  code,
  name: `Unit ${code}`,
  where: 'Ipodo, Ikeja, Lagos',
  before: null,
  after: null,
  ...change,
});

const unitCode = (n: number) => `24-11-05-${String(n).padStart(3, '0')}`;

function previewOf(change: Partial<RegisterPreview> = {}): RegisterPreview {
  return {
    counts: COUNTS,
    added: {
      count: { wards: 1, pollingUnits: 250 },
      sample: Array.from({ length: 200 }, (_, n) => place(unitCode(n + 1), { after: 500 })),
    },
    renamed: {
      count: { wards: 0, pollingUnits: 1 },
      sample: [place('24-11-06-001', { before: 'School', after: 'Primary School' })],
    },
    registered: { count: { pollingUnits: 1 }, sample: [place('24-11-06-002', { before: 200, after: 250 })] },
    missing: {
      count: { wards: 0, pollingUnits: 3, inWards: 1, inLgas: 0, inStates: 2 },
      sample: [place('24-11-06-009')],
    },
    refused: { count: 0, lines: [] },
    ...change,
  };
}

/** A server that knows one import, which may come to stand otherwise. */
function withImport(first: RegisterImport, preview = previewOf()) {
  const known = { one: first };
  const handlers = {
    'GET /geographical-data/imports': () => ok(RegisterImportList, { imports: [known.one] }),
    [`GET ${PATH}`]: () => ok(RegisterImport, known.one),
    [`GET ${PATH}/preview`]: () => ok(RegisterPreview, preview),
  };
  return { known, handlers };
}

const register = (name = 'register.csv.gz') => new File(['x'.repeat(2000)], name);

describe('a register file', () => {
  it('is chosen and sent, and its check followed', async () => {
    const { known, handlers } = withImport(imported({ state: 'reading', done: 0.3, rows: 2 }));
    const { user, sent, router } = openGeography(
      {
        ...handlers,
        'GET /geographical-data/imports': () => ok(RegisterImportList, { imports: [] }),
        'POST /geographical-data/import/preview': () => ok(ImportStarted, { id: ID }, 202),
      },
      '/geographical-data/import',
    );
    const form = await screen.findByRole('form', { name: 'Register file' });
    expect(form).toHaveTextContent('pu_code, state, lga, ward, polling_unit, registered_2023');
    await user.click(within(form).getByRole('button', { name: 'Check the file' }));
    expect(await within(form).findByRole('alert')).toHaveTextContent('Choose a CSV file');
    fireEvent.drop(within(form).getByRole('group', { name: 'File' }), { dataTransfer: { files: [register()] } });
    expect(await within(form).findByText(/register.csv.gz \(2 KB\)/)).toBeVisible();
    await user.click(within(form).getByRole('button', { name: 'Check the file' }));
    const bar = await screen.findByRole('progressbar', { name: 'Work on register.csv.gz' });
    expect(bar).toHaveAttribute('aria-valuetext', 'Reading the file: 2 lines');
    expect(router.state.location.pathname).toBe(PATH);
    const body = sent('POST', '/geographical-data/import/preview')[0]?.body as FormData;
    expect((body.get('file') as File).name).toBe('register.csv.gz');
    known.one = imported();
    expect(await screen.findByRole('button', { name: 'Import' })).toBeVisible();
  });

  it('of another kind is not sent', async () => {
    const { user, sent } = openGeography({}, '/geographical-data/import');
    const form = await screen.findByRole('form', { name: 'Register file' });
    const input = within(form).getByLabelText('Register of polling units');
    fireEvent.change(input, { target: { files: [register('register.xlsx')] } });
    await user.click(within(form).getByRole('button', { name: 'Check the file' }));
    expect(await within(form).findByRole('alert')).toHaveTextContent('This is not a CSV file');
    expect(sent('POST', '/geographical-data/import/preview')).toHaveLength(0);
  });

  it('stays chosen when the server refuses it', async () => {
    const { user } = openGeography(
      { 'POST /geographical-data/import/preview': () => refuse('IMPORT_RUNNING') },
      '/geographical-data/import',
    );
    const form = await screen.findByRole('form', { name: 'Register file' });
    fireEvent.change(within(form).getByLabelText('Register of polling units'), { target: { files: [register()] } });
    await user.click(within(form).getByRole('button', { name: 'Check the file' }));
    expect(await within(form).findByRole('alert')).toHaveTextContent('An import is already running.');
    expect(within(form).getByText(/register.csv.gz/)).toBeVisible();
  });
});

describe('what a file changes', () => {
  it('is shown kind by kind with its numbers, and how much is not listed', async () => {
    const { user, router } = openGeography(withImport(imported()).handlers, PATH);
    expect(await screen.findByRole('tab', { name: 'Added (251)', selected: true })).toBeVisible();
    expect(screen.getByText('The first 200 of 251; 51 more are not listed.')).toBeVisible();
    expect(screen.getByText('Showing 1-20 of 200')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByRole('row', { name: /24-11-05-021/ })).toHaveTextContent('Ipodo, Ikeja, Lagos');
    await user.click(screen.getByRole('tab', { name: 'Renamed (1)' }));
    expect(await screen.findByRole('row', { name: /School Primary School/ })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Registered voters (1)' }));
    expect(await screen.findByRole('row', { name: /200 250/ })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Missing (3)' }));
    expect(await screen.findByText(/1 lies in wards that it names/)).toBeVisible();
    expect(router.state.location.search).toBe('?kind=missing');
  });

  it('is imported after a question that names it, and followed to its end', async () => {
    const { known, handlers } = withImport(imported());
    const { user, sent } = openGeography(
      {
        ...handlers,
        'GET /auth/me': () => ok(Me, meOf('national_admin', { electionMode: true })),
        [`POST ${PATH}/store`]: () => {
          known.one = imported({ state: 'storing', done: 0.6, can: { store: false, discard: false } });
          return ok(ImportStarted, { id: ID }, 202);
        },
      },
      PATH,
    );
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import this register?' });
    for (const line of [
      '1 ward and 250 polling units are added',
      '0 wards and 1 polling unit are renamed',
      '0 wards and 3 polling units that the file does not name stay as they are',
      'Results are being counted. Sheets that are in keep the registered voters that they came with.',
    ]) {
      expect(dialog).toHaveTextContent(line);
    }
    await user.click(within(dialog).getByRole('button', { name: 'Import' }));
    expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuetext', 'Storing the register: 5 lines');
    expect(sent('POST', `${PATH}/store`)).toHaveLength(1);
    known.one = imported({ state: 'completed', counts: COUNTS, can: { store: false, discard: false } });
    const done = await screen.findByText('The register was imported.');
    expect(done.parentElement).toHaveTextContent('Added: 1 ward and 250 polling units.');
    expect(screen.getByRole('link', { name: 'Show polling units' })).toHaveAttribute(
      'href',
      '/geographical-data?tab=pollingUnits',
    );
  });

  it('is looked at again where the tree changed meanwhile', async () => {
    const { known, handlers } = withImport(imported());
    const { user } = openGeography(
      {
        ...handlers,
        [`POST ${PATH}/store`]: () => {
          known.one = imported({ checkedWith: 8 });
          return refuse('IMPORT_STALE');
        },
        [`GET ${PATH}/preview`]: () =>
          ok(
            RegisterPreview,
            known.one.checkedWith === 8 ? previewOf({ counts: { ...COUNTS, rows: 9 } }) : previewOf(),
          ),
      },
      PATH,
    );
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Import' }));
    expect(await screen.findByText(/Locations changed since the file was checked/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('with 9 polling units');
  });

  it('names the lines that are refused, and offers no import while there are any', async () => {
    const lines = [{ line: 3, message: 'There is no LGA 24-99' }];
    const error = {
      code: 'IMPORT_INVALID',
      message: 'Lines that cannot be imported: 1. Nothing was imported.',
      count: 1,
      lines,
    };
    const failed = imported({ state: 'failed', error, checkedWith: null, can: { store: false, discard: false } });
    openGeography(withImport(failed, previewOf({ refused: { count: 1, lines } })).handlers, PATH);
    expect(await screen.findByRole('tab', { name: 'Refused (1)', selected: true })).toBeVisible();
    expect(screen.getByRole('row', { name: '3 There is no LGA 24-99' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Correct them and send it again.');
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });

  it('is nothing where all is stored already, and a file is given up after a question', async () => {
    const none = { wards: 0, pollingUnits: 0 };
    const preview = previewOf({
      counts: { ...COUNTS, added: none, changed: none },
      added: { count: none, sample: [] },
    });
    const { known, handlers } = withImport(imported(), preview);
    const { user, sent } = openGeography(
      {
        ...handlers,
        [`DELETE ${PATH}`]: () => {
          known.one = imported({ state: 'discarded', can: { store: false, discard: false } });
          return ok(RegisterImport, known.one);
        },
      },
      PATH,
    );
    expect(await screen.findByText(/Nothing in this file differs from what is stored/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard this file?' });
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('This file was discarded. Nothing of it was imported.')).toBeVisible();
    expect(sent('DELETE', PATH)).toHaveLength(1);
  });
});

describe('imports that were left', () => {
  it('are found again: on the page of places and in the list, with who, when and what came of them', async () => {
    const { known, handlers } = withImport(imported({ state: 'storing', done: 0.6 }));
    const { user } = openGeography(handlers);
    expect(await screen.findByText(/register.csv.gz is being worked on \(60%\)/)).toBeVisible();
    known.one = imported({ state: 'completed', counts: COUNTS, can: { store: false, discard: false } });
    await waitFor(() => expect(screen.queryByText(/is being worked on/)).toBeNull(), { timeout: 4000 });
    await user.click(screen.getByRole('link', { name: 'Import register' }));
    const row = await screen.findByRole('row', { name: /register.csv.gz/ });
    expect(row).toHaveTextContent('Stored');
    expect(row).toHaveTextContent('1 ward and 250 polling units added; 0 wards and 2 polling units changed');
    expect(row).toHaveTextContent('Ada Obi');
    await user.click(within(row).getByRole('link', { name: 'register.csv.gz' }));
    expect(await screen.findByText('The register was imported.')).toBeVisible();
  });

  it('belong to their sender', async () => {
    const other = imported({
      startedBy: { id: person('national_admin').id, name: 'Musa' },
      can: { store: false, discard: false },
    });
    openGeography(withImport(other).handlers, PATH);
    expect(await screen.findByText('Musa decides on it.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });
});
