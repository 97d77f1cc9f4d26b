import {
  type UserImport,
  UserImportList,
  UserImportStarted,
  TextImportAnswer,
  TextImportPreview,
} from '@ec/contract/users/import';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubEventSource } from '../../../../test/event-source.ts';
import { ok, refuse } from '../../../../test/server.ts';
import { stubUploads } from '../../../../test/uploads.ts';
import { cleanNotices, openUsers } from '../../../../test/users-page.tsx';
import { at, summaryOf } from '../../../../test/users.ts';

beforeAll(async () => {
  await import('../UsersPage.tsx');
  await import('./BulkImport.tsx');
});
beforeEach(() => {
  stubEventSource();
  stubUploads();
  cleanNotices();
});
afterEach(() => vi.restoreAllMocks());

type Handlers = Parameters<typeof openUsers>[2];

const ID = '0190a0b0-0000-7000-8000-0000000000c1';

const imported = (change: Partial<UserImport> = {}): UserImport => ({
  id: ID,
  fileName: 'officers.csv',
  role: 'polling_unit_officer',
  state: 'completed',
  done: 1,
  rows: 12,
  accepted: 10,
  refused: 2,
  refusals: [
    { line: 3, message: 'The name is missing' },
    { line: 9, message: 'There is no polling unit with the code "x"' },
  ],
  error: null,
  createdAt: '2026-02-03T10:00:00.000Z',
  endedAt: '2026-02-03T10:00:05.000Z',
  ...change,
});

const listed = (...imports: UserImport[]) => ({ 'GET /users/imports': () => ok(UserImportList, { imports }) });

const national = summaryOf({
  import: true,
  roles: ['lga_admin', 'ward_admin', 'polling_unit_officer'],
  importRoles: ['state_admin', 'lga_admin'],
});

async function openImport(more: Handlers = {}, summary = national) {
  const opened = openUsers('national_admin', { summary }, { ...listed(), ...more });
  await opened.user.click(await screen.findByRole('button', { name: 'Bulk Import' }));
  const dialog = await screen.findByRole('dialog', { name: 'Bulk Import Users' });
  return { ...opened, dialog };
}

const PERSON = { line: 1, name: 'Ada Obi', phone: '+2348031234567', place: 'Ikeja' };

describe('import from text', () => {
  async function openText(more: Handlers = {}) {
    const opened = await openImport(more);
    const form = await within(opened.dialog).findByRole('form', { name: 'Import from text' });
    const text = within(form).getByRole('textbox', { name: /People/ });
    const submit = () => opened.user.click(within(form).getByRole('button', { name: 'Import users' }));
    const chooseState = async () => {
      await opened.user.click(within(form).getByRole('combobox', { name: /State/ }));
      await opened.user.click(await screen.findByRole('option', { name: 'Lagos' }));
    };
    return { ...opened, form, text, submit, chooseState };
  }

  it('asks for text and state before anything is sent', async () => {
    const { form, submit, sent } = await openText();
    await submit();
    const said = await within(form).findAllByText('Please provide import text and select a state');
    expect(said.length).toBeGreaterThan(0);
    expect(sent('POST', '/users/import')).toHaveLength(0);
  });

  it('sends role, state and text, and says how many were imported', async () => {
    const { user, form, text, submit, chooseState, sent } = await openText({
      'POST /users/import/preview': () => ok(TextImportPreview, { people: [PERSON] }),
      'POST /users/import': () => ok(TextImportAnswer, { imported: 2, errors: [] }, 201),
    });
    await chooseState();
    await user.type(text, 'Ada Obi, 08031234567, Ikeja');
    await submit();
    const question = await screen.findByRole('dialog', { name: 'Import 1 user?' });
    expect(within(question).getByRole('row', { name: '1 Ada Obi 0803 123 4567 Ikeja' })).toBeVisible();
    expect(sent('POST', '/users/import')).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Import 1 user' }));
    expect(await within(form).findByText('Successfully imported: 2 users')).toBeVisible();
    expect(text).toHaveValue('');
    expect(sent('POST', '/users/import')[0]?.body).toEqual({
      role: 'lga_admin',
      state: String(at('24')),
      importText: 'Ada Obi, 08031234567, Ikeja',
    });
  });

  it('lists every wrong line and keeps the text, also while the other tab is open', async () => {
    const lines = [
      { line: 1, message: 'Line 1: Invalid format. Expected "Name, Phone, LGA"' },
      { line: 4, message: 'Line 4: This phone number is already in use by another user.' },
    ];
    const { user, dialog, form, text, submit, chooseState } = await openText({
      'POST /users/import/preview': () => refuse('IMPORT_INVALID', { count: 2, lines }),
    });
    await chooseState();
    await user.type(text, 'nonsense');
    await submit();
    const box = await within(form).findByRole('region', { name: 'Lines that cannot be imported' });
    expect(
      within(box)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(lines.map(({ message }) => message));
    expect(text).toHaveValue('nonsense');
    await user.click(within(dialog).getByRole('tab', { name: 'From a file' }));
    await user.click(within(dialog).getByRole('tab', { name: 'From text' }));
    expect(await within(dialog).findByRole('textbox', { name: /People/ })).toHaveValue('nonsense');
  });

  it('says what the server says where no line is to blame, and asks before text is lost', async () => {
    const { user, dialog, form, text, submit, chooseState } = await openText({
      'POST /users/import/preview': () => refuse('UNAVAILABLE'),
    });
    await chooseState();
    await user.type(text, 'Ada');
    await submit();
    expect(await within(form).findByText(/service is not available/)).toBeVisible();
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Close without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(within(dialog).getByRole('textbox', { name: /People/ })).toHaveValue('Ada');
  });
});

describe('import from a file', () => {
  const officers = new File(['name,phone,pu_code\n'], 'officers.csv', { type: 'text/csv' });

  async function openFile(more: Handlers = {}) {
    const opened = await openImport(more);
    await opened.user.click(await within(opened.dialog).findByRole('tab', { name: 'From a file' }));
    return opened;
  }
  const formOf = async (dialog: HTMLElement) => await within(dialog).findByRole('form', { name: 'Import from a file' });

  it('sends the file with its role, follows the import and shows what was refused', async () => {
    const running = { state: 'checking' as const, done: 0.25, rows: 500, accepted: 0, endedAt: null, refusals: [] };
    let imports: UserImport[] = [];
    const { user, dialog, sent } = await openFile({
      'GET /users/imports': () => ok(UserImportList, { imports }),
      'POST /users/import/file': () => {
        imports = [imported(running)];
        return ok(UserImportStarted, { id: ID }, 202);
      },
    });
    const form = await formOf(dialog);
    await user.click(within(form).getByRole('combobox', { name: /Role/ }));
    await user.click(await screen.findByRole('option', { name: 'Polling Unit Officer' }));
    await user.upload(within(form).getByLabelText('File of people'), officers);
    expect(within(form).getByText(/officers.csv/)).toBeVisible();
    await user.click(within(form).getByRole('checkbox', { name: /All or nothing/ }));
    await user.click(within(form).getByRole('button', { name: 'Start import' }));

    const bar = await within(dialog).findByRole('progressbar', { name: 'Import of officers.csv' });
    expect(bar).toHaveAttribute('aria-valuenow', '25');
    expect(within(dialog).getByText(/Checking the rows: 500 rows read, 2 refused/)).toBeVisible();
    imports = [imported()];
    expect(await within(dialog).findByText(/Successfully imported: 10 users/)).toBeVisible();
    const rows = within(within(dialog).getByRole('table', { name: 'Refused rows' })).getAllByRole('row');
    expect(rows[1]).toHaveTextContent('3The name is missing');

    const body = sent('POST', '/users/import/file')[0]?.body as FormData;
    expect([body.get('role'), body.get('allOrNothing')]).toEqual(['polling_unit_officer', 'true']);
    expect((body.get('file') as File).name).toBe('officers.csv');
  });

  it('takes a dropped file, and keeps it when the server refuses it', async () => {
    const { user, dialog } = await openFile({
      'POST /users/import/file': () => refuse('USER_IMPORT_UNREADABLE', { reason: 'The file is empty.' }),
    });
    const form = await formOf(dialog);
    fireEvent.drop(within(form).getByRole('group', { name: 'File' }), { dataTransfer: { files: [officers] } });
    await user.click(within(form).getByRole('button', { name: 'Start import' }));
    expect(await within(form).findByText('The file is empty. Nothing was imported.')).toBeVisible();
    expect(within(form).getByText(/officers.csv/)).toBeVisible();
  });

  it('says what is wrong with the choice before anything is sent', async () => {
    const { user, dialog, sent } = await openFile();
    const form = await formOf(dialog);
    await user.click(within(form).getByRole('button', { name: 'Start import' }));
    expect(await within(form).findByRole('link', { name: 'Choose a CSV file' })).toBeVisible();
    const book = new File(['PK'], 'officers.xlsx');
    fireEvent.drop(within(form).getByRole('group', { name: 'File' }), { dataTransfer: { files: [book] } });
    expect(await within(form).findByRole('link', { name: /not a CSV file/ })).toBeVisible();
    expect(sent('POST', '/users/import/file')).toHaveLength(0);
  });

  it('finds an import that runs since before, on opening', async () => {
    const running = imported({ state: 'storing', done: 0.75, endedAt: null, refusals: [], refused: 0 });
    const { dialog } = await openImport(listed(running));
    const bar = await within(dialog).findByRole('progressbar', { name: 'Import of officers.csv' });
    expect(bar).toHaveAttribute('aria-valuenow', '75');
    expect(within(dialog).getByText(/Storing the people: 12 rows read, 10 stored, 0 refused/)).toBeVisible();
    expect(within(dialog).queryByRole('form')).toBeNull();
  });

  it('shows an earlier one again and downloads its refused rows', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const failed = imported({
      state: 'failed',
      accepted: 0,
      error: { code: 'USER_IMPORT_REFUSED', message: 'Of 12 rows 2 cannot be imported, so none was imported.' },
    });
    const { user, dialog, sent } = await openFile({
      ...listed(failed),
      [`GET /users/import/${ID}/refused.csv`]: () => new Response('line,reason'),
    });
    await user.click(await within(dialog).findByRole('button', { name: 'Show the import of officers.csv' }));
    expect(await within(dialog).findByText(/so none was imported/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Download refused rows' }));
    await waitFor(() => expect(saved).toEqual(['refused-officers.csv']));
    expect(sent('GET', `/users/import/${ID}/refused.csv`)).toHaveLength(1);
    await user.click(within(dialog).getByRole('button', { name: 'Import another file' }));
    await user.click(within(await formOf(dialog)).getByRole('button', { name: 'Download template' }));
    expect(saved.at(-1)).toBe('ward-admins.csv');
  });

  it('is the only way for a user who may give no role by text', async () => {
    const { dialog } = await openImport(
      {},
      summaryOf({ import: true, roles: ['polling_unit_officer'], importRoles: [] }),
    );
    expect(await within(dialog).findByRole('tab', { name: 'From a file' })).toBeVisible();
    expect(within(dialog).queryByRole('tab', { name: 'From text' })).toBeNull();
    await formOf(dialog);
  });
});
