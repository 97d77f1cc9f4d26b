import { AuditVerification } from '@ec/contract/audit/schemas';
import type { UserId } from '@ec/contract/base/common';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { auditServer, entryOf, logOf, partOf } from '../../../../test/audit.ts';
import { stubEventSource } from '../../../../test/event-source.ts';
import { person, signedInOnDevice } from '../../../../test/people.ts';
import { renderConsole } from '../../../../test/render.tsx';
import { type Call, ok, refuse, serve } from '../../../../test/server.ts';
import { clearSession, storeSession } from '../../../lib/session/session-store.ts';
import { useExportWork } from './export-work.ts';
import { useVerification } from './verification.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
  useVerification.setState(useVerification.getInitialState(), true);
  useExportWork.setState(useExportWork.getInitialState(), true);
});

function serveLog(handlers: Record<string, (call: Call) => Response | Promise<Response>> = {}) {
  return serve({
    ...auditServer(),
    'GET /audit-logs': () => logOf([entryOf(17)], { total: 10_000, totalIsExact: false }),
    'GET /audit-logs/verify': () => ok(AuditVerification, partOf()),
    ...handlers,
  });
}

/** Parts of the check; the head is requested by the page with the smallest one. */
const partsAsked = (calls: readonly Call[]) =>
  calls.filter(({ path, query }) => path === '/audit-logs/verify' && query.get('most') !== '1');

/** 50,000 entries in three parts. */
function threeParts({ query }: Call): Response {
  const from = Number(query.get('from'));
  const to = Math.min(from + 20_000, 50_000);
  return ok(AuditVerification, partOf({ from, to, checked: to - from, next: to < 50_000 ? to : null }));
}

describe('the check of the chain', () => {
  it('goes on part by part to the head and names it', async () => {
    const calls = serveLog({ 'GET /audit-logs/verify': threeParts });
    const { user } = renderConsole('/audit-logs');
    await user.click(await screen.findByRole('button', { name: 'Verify the chain' }));
    const dialog = await screen.findByRole('dialog', { name: 'Verify the chain' });
    expect(await within(dialog).findByText('50,000 entries verified, no problem found.')).toBeVisible();
    expect(dialog).toHaveTextContent(`Head 50,000 ${partOf().head.hash}`);
    expect(partsAsked(calls).map(({ query }) => query.get('from'))).toEqual(['0', '20000', '40000']);
  });

  it('names each problem and leads to the entry', async () => {
    serveLog({
      'GET /audit-logs/verify': (call) => {
        if (call.query.get('from') !== '20000') return threeParts(call);
        const problems = [
          { kind: 'changed' as const, position: 20_017, entryId: 117, message: 'Entry 117 was changed.' },
          { kind: 'removed' as const, position: 20_018, entryId: 118, message: 'Entry 118 was removed.' },
        ];
        return ok(AuditVerification, partOf({ from: 20_000, to: 40_000, checked: 20_000, next: 40_000, problems }));
      },
    });
    const { user } = renderConsole('/audit-logs');
    await user.click(await screen.findByRole('button', { name: 'Verify the chain' }));
    expect(await screen.findByText('The chain is not sound: 2 problems')).toBeVisible();
    const problems = within(screen.getByRole('list', { name: 'Problems of the chain' })).getAllByRole('listitem');
    expect(problems.map((item) => item.textContent)).toEqual([
      'ChangedEntry 117 was changed. Open the entry',
      'RemovedEntry 118 was removed. ',
    ]);
    expect(screen.getByRole('link', { name: 'Open the entry' })).toHaveAttribute('href', '/audit-logs?entry=117');
    expect(screen.queryByText(/no problem found/)).not.toBeInTheDocument();
  });

  it('says what is no fault of all parts together, beside a sound chain', async () => {
    const gap = (first: number, last: number) => ({
      kind: 'gap' as const,
      role: null,
      first,
      last,
      count: last - first + 1,
    });
    serveLog({
      'GET /audit-logs/verify': (call) => {
        const from = Number(call.query.get('from'));
        const role = { kind: 'role' as const, role: 'postgres', first: from + 5, last: from + 6, count: 2 };
        const notes = [gap(from + 10, from + 12), ...(from < 40_000 ? [role] : [])];
        return ok(
          AuditVerification,
          partOf({ from, to: from + 20_000, next: from < 40_000 ? from + 20_000 : null, notes }),
        );
      },
    });
    const { user } = renderConsole('/audit-logs');
    await user.click(await screen.findByRole('button', { name: 'Verify the chain' }));
    const notes = await screen.findByRole('list', { name: 'Notes on the chain' });
    await waitFor(() =>
      expect(
        within(notes)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual([
        '9 numbers name no entry: 10 to 12, 20,010 to 20,012, 40,010 to 40,012. Transactions that were rolled back leave such gaps.',
        '4 entries (5 to 20,006) came from the database role postgres, not from the one that the server uses.',
      ]),
    );
    expect(screen.getByText(/no problem found/)).toBeVisible();
  });

  it('can be stopped, closed, come back to and gone on with', async () => {
    let slow = true;
    const calls = serveLog({
      'GET /audit-logs/verify': (call) =>
        slow && call.query.get('from') === '20000' ? new Promise<Response>(() => undefined) : threeParts(call),
    });
    const { user } = renderConsole('/audit-logs');
    await user.click(await screen.findByRole('button', { name: 'Verify the chain' }));
    expect(await screen.findByText('20,000 of 50,000 entries checked')).toBeVisible();
    const dialog = screen.getByRole('dialog', { name: 'Verify the chain' });
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Verifying, 40%' }));
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('Stopped after 20,000 entries; no problem up to there.')).toBeVisible();
    slow = false;
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    expect(await screen.findByText('50,000 entries verified, no problem found.')).toBeVisible();
    expect(partsAsked(calls).filter(({ query }) => query.get('from') === '0')).toHaveLength(1);
  });

  it('says that it broke off, and is never taken for sound', async () => {
    serveLog({
      'GET /audit-logs/verify': (call) => (call.query.get('from') === '0' ? threeParts(call) : refuse('INTERNAL')),
    });
    const { user } = renderConsole('/audit-logs');
    await user.click(await screen.findByRole('button', { name: 'Verify the chain' }));
    expect(await screen.findByText(/The check broke off after 20,000 entries/)).toBeVisible();
    expect(screen.queryByText(/no problem/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Go on' })).toBeVisible();
  });
});

/** What was saved on the device, by its name. */
function watchDownloads() {
  const saved: { name: string; content: Blob }[] = [];
  let last = new Blob();
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (content: Blob) => {
        last = content;
        return 'blob:export';
      },
      revokeObjectURL: () => undefined,
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download) saved.push({ name: this.download, content: last });
  });
  return saved;
}

const CSV = 'position,id\n1,101\n2,"10\n2"\n';
const csvAnswer = () => new Response(CSV, { headers: { 'content-type': 'text/csv' } });

const OTHER_ID = '0190a0b0-0000-7000-8000-0000000000f2' as UserId;

it('leaves nothing of a reader’s export and check to the next one on the device', async () => {
  watchDownloads();
  serveLog({ 'GET /audit-logs/export.csv': csvAnswer });
  const { user } = renderConsole('/audit-logs');
  await user.click(await screen.findByRole('button', { name: 'Verify the chain' }));
  await screen.findByText('50,000 entries verified, no problem found.');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Export Logs' }));
  await user.click(await screen.findByRole('button', { name: 'Export as CSV' }));
  await waitFor(() => expect(useExportWork.getState().state).toBe('done'));
  act(() => clearSession('signed-out'));
  // A user who comes back finds the state they left.
  act(() => storeSession({ accessToken: 'access-1', refreshToken: 'refresh-1' }, person('national_admin')));
  expect(useVerification.getState().state).toBe('done');
  act(() => storeSession({ accessToken: 'access-2', refreshToken: 'refresh-2' }, { id: OTHER_ID }));
  expect(useVerification.getState()).toMatchObject({ state: 'idle', checked: 0, head: null });
  expect(useExportWork.getState()).toMatchObject({ state: 'idle', saved: null });
});

describe('the export of the log', () => {
  it('saves what the filters let through and says how much it was', async () => {
    const saved = watchDownloads();
    const calls = serveLog({ 'GET /audit-logs/export.csv': csvAnswer });
    const { user } = renderConsole('/audit-logs?q=ade&period=week&before=17');
    await user.click(await screen.findByRole('button', { name: 'Export Logs' }));
    const dialog = await screen.findByRole('dialog', { name: 'Export Logs' });
    expect(dialog).toHaveTextContent('more than 10,000 entries');
    expect(dialog).not.toHaveTextContent('npm run');
    expect(within(dialog).getByRole('link', { name: 'How to verify an export' })).toHaveAttribute(
      'href',
      '/help/audit-logs',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Export as CSV' }));
    const note = /Saved as audit-log-[\d-]+-filtered\.csv: 2 entries, \d+ B\./;
    expect(await within(dialog).findByText(note)).toBeVisible();
    const asked = calls.find(({ path }) => path === '/audit-logs/export.csv');
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({ q: 'ade', period: 'week' });
    expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^audit-log-[\d-]+-filtered\.csv$/)]);
    expect(await saved[0]?.content.text()).toBe(CSV);
  });

  it('names the head that an export of everything ends with', async () => {
    watchDownloads();
    const head = partOf().head.hash;
    serveLog({ 'GET /audit-logs/export.csv': () => new Response(CSV, { headers: { 'x-audit-head': head } }) });
    const { user } = renderConsole('/audit-logs');
    await user.click(await screen.findByRole('button', { name: 'Export Logs' }));
    await user.click(await screen.findByRole('button', { name: 'Export as CSV' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Export Logs' }));
    expect(await dialog.findByText(head)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Copy the head hash' }));
    expect(await navigator.clipboard.readText()).toBe(head);
    await user.click(dialog.getByRole('link', { name: 'How to verify an export' }));
    expect(await screen.findByRole('heading', { name: 'Help: Audit logs' })).toBeVisible();
    expect(await screen.findByText('npm run verify-audit -- FILE.csv --head HASH')).toBeVisible();
  });

  it('says, also in the file’s name, that a chain which is not whole leaves entries out', async () => {
    watchDownloads();
    const warning = '300 linked entries lie beyond the head.';
    serveLog({
      'GET /audit-logs/export.csv': () =>
        new Response('position\n1\n', { headers: { 'content-type': 'text/csv', 'x-audit-warning': warning } }),
    });
    const { user } = renderConsole('/audit-logs');
    await user.click(await screen.findByRole('button', { name: 'Export Logs' }));
    const dialog = await screen.findByRole('dialog', { name: 'Export Logs' });
    await user.click(within(dialog).getByRole('button', { name: 'Export as CSV' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(`The file may not hold everything. ${warning}`);
    expect(within(dialog).getByText(/^Saved as audit-log-.*-not-whole\.csv/)).toBeVisible();
  });

  it('saves nothing where it breaks off in the middle', async () => {
    const saved = watchDownloads();
    serveLog({
      'GET /audit-logs/export.csv': () =>
        new Response(
          new ReadableStream({
            start(stream) {
              stream.enqueue(new TextEncoder().encode('position,id\n1,101\n'));
            },
            pull(stream) {
              stream.error(new TypeError('terminated'));
            },
          }),
        ),
    });
    const { user } = renderConsole('/audit-logs');
    await user.click(await screen.findByRole('button', { name: 'Export Logs' }));
    await user.click(await screen.findByRole('button', { name: 'Export as CSV' }));
    expect(await screen.findByText(/The export broke off and nothing was saved/)).toBeVisible();
    expect(saved).toEqual([]);
  });

  it('shows its progress on the page, can be cancelled, and ends with the session', async () => {
    const saved = watchDownloads();
    serveLog({
      'GET /audit-logs/export.csv': ({ signal }) =>
        new Response(
          new ReadableStream({
            start(stream) {
              stream.enqueue(new TextEncoder().encode('position,id\n1,101\n'));
              signal?.addEventListener('abort', () => stream.error(new DOMException('Aborted', 'AbortError')));
            },
          }),
        ),
    });
    const { user } = renderConsole('/audit-logs');
    const start = async () => {
      await user.click(await screen.findByRole('button', { name: 'Export Logs' }));
      await user.click(await screen.findByRole('button', { name: 'Export as CSV' }));
      expect(await screen.findByText('1 entry, 18 B received so far')).toBeVisible();
    };
    await start();
    await user.click(screen.getByRole('button', { name: 'Cancel the export' }));
    expect(await screen.findByText('The export was cancelled; nothing was saved.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
    expect(await screen.findByText('1 entry, 18 B received so far')).toBeVisible();
    clearSession('signed-out');
    await waitFor(() => expect(useExportWork.getState().state).toBe('cancelled'));
    expect(saved).toEqual([]);
  });
});
