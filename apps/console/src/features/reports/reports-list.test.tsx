import { GeneratedReport } from '@ec/contract/reports/schemas';
import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { onPhone } from '../../../test/phone.ts';
import { renderConsole } from '../../../test/render.tsx';
import { HASH, listOf, reportOf, serveReports, underWay } from '../../../test/reports.ts';
import { type Call, ok, refuse } from '../../../test/server.ts';
import { publish } from '../../lib/stream/stream.ts';

beforeEach(() => {
  stubEventSource();
  // A notice of an earlier test would stay on the screen.
  notifications.clean();
});
afterEach(() => vi.restoreAllMocks());

const SUMMARY = /Election summary: Presidential election/;
const rowOf = (name = SUMMARY) => screen.findByRole('row', { name });
const timesRead = (calls: Call[]) => calls.filter(({ method, path }) => method === 'GET' && path === '/reports').length;

/** Opens the row's menu, and chooses from it. */
async function fromMenu(user: ReturnType<typeof renderConsole>['user'], item?: string | RegExp) {
  await user.click(within(await rowOf()).getByRole('button', { name: /^Actions for / }));
  if (item) await user.click(await screen.findByRole('menuitem', { name: item }));
}

describe('recent reports', () => {
  it('shows of each what distinguishes it from others', async () => {
    serveReports('national_admin', { 'GET /reports': () => listOf([reportOf()]) });
    renderConsole('/reports');
    const row = await rowOf();
    expect(row).toHaveTextContent('Election: Presidential election');
    expect(row).toHaveTextContent('Nigeria');
    expect(row).toHaveTextContent('Ada Obi (you)National Admin');
    expect(row).toHaveTextContent('Kept until 27/05/2023');
    expect(within(row).getByText('Completed')).toBeVisible();
    expect(screen.getByText('Showing 1-1 of 1')).toBeVisible();
  });

  it('follows a report from the queue to its end', async () => {
    const queued = underWay('queued', 0);
    let now: GeneratedReport = queued;
    const calls = serveReports('national_admin', { 'GET /reports': () => listOf([now]) });
    renderConsole('/reports');
    const bar = async () => within(await rowOf()).findByRole('progressbar');
    expect(await bar()).toHaveAttribute('aria-valuetext', 'Waits for its turn');

    now = underWay('running', 0.4, { id: queued.id });
    act(() => publish({ type: 'reports' }));
    await waitFor(async () => expect(await bar()).toHaveAttribute('aria-valuenow', '40'));
    expect(within(await rowOf()).queryByRole('button', { name: /^Download/ })).not.toBeInTheDocument();

    // No message of its end comes: the list asks by itself while something is under way.
    now = reportOf({ id: queued.id });
    expect(await within(await rowOf()).findByText('Completed', {}, { timeout: 5000 })).toBeVisible();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(within(await rowOf()).getByRole('button', { name: /^Download/ })).toBeVisible();
    expect(timesRead(calls)).toBeGreaterThanOrEqual(3);
  });

  it('says why one failed, and runs it again', async () => {
    const error = 'The report could not be made. Tell the person who runs the server the number 42.';
    const failed = underWay('queued', 0, { status: 'failed', error });
    const calls = serveReports('national_admin', {
      'GET /reports': () => listOf([failed]),
      [`POST /reports/${failed.id}/repeat`]: () => ok(GeneratedReport, underWay('queued', 0), 201),
    });
    const { user } = renderConsole('/reports');
    const row = await rowOf();
    expect(within(row).getByText('Failed')).toBeVisible();
    expect(row).toHaveTextContent(error);
    const before = timesRead(calls);
    await user.click(within(row).getByRole('button', { name: /^Run again/ }));
    expect(await screen.findByText(/is made again/)).toBeVisible();
    await waitFor(() => expect(timesRead(calls)).toBeGreaterThan(before));
  });

  it('runs a completed one again', async () => {
    const report = reportOf();
    const calls = serveReports('national_admin', {
      'GET /reports': () => listOf([report]),
      [`POST /reports/${report.id}/repeat`]: () => ok(GeneratedReport, underWay('queued', 0), 201),
    });
    const { user } = renderConsole('/reports');
    await fromMenu(user, 'Run again');
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/repeat'))).toBe(true));
  });

  it('says when it cannot be run again', async () => {
    const failed = underWay('queued', 0, { status: 'failed', error: 'It failed.' });
    serveReports('national_admin', {
      'GET /reports': () => listOf([failed]),
      [`POST /reports/${failed.id}/repeat`]: () => refuse('REPORT_LIMIT', { limit: 5 }),
    });
    const { user } = renderConsole('/reports');
    await user.click(within(await rowOf()).getByRole('button', { name: /^Run again/ }));
    expect(await screen.findByText(/You already have 5 reports in the queue/)).toBeVisible();
  });

  it('keeps its filters in the address and asks the server by them', async () => {
    const calls = serveReports('national_admin', { 'GET /reports': () => listOf([reportOf()]) });
    const { user, router } = renderConsole('/reports?page=2&run=security_audit');
    const choose = async (label: string, option: string) => {
      await user.click(await screen.findByRole('combobox', { name: label }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    await choose('Template', 'Election summary');
    await choose('Status', 'Completed');
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await choose('Whose', 'Mine');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'lagos');
    await waitFor(() =>
      expect(Object.fromEntries(calls.findLast(({ path }) => path === '/reports')?.query ?? [])).toEqual({
        template: 'election_summary',
        status: 'completed',
        mine: 'true',
        q: 'lagos',
        page: '1',
        pageSize: '20',
      }),
    );
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      run: 'security_audit',
      template: 'election_summary',
      status: 'completed',
      whose: 'mine',
      q: 'lagos',
    });
  });

  it('says what to do when there is none, and offers to try again when they cannot be loaded', async () => {
    let down = true;
    serveReports('national_admin', { 'GET /reports': () => (down ? refuse('INTERNAL') : listOf([])) });
    const { user } = renderConsole('/reports');
    expect(await screen.findByText('Recent reports could not be loaded')).toBeVisible();
    down = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No reports yet')).toBeVisible();
  });
});

describe('the files of a report', () => {
  const download = (report: GeneratedReport) => `GET /reports/${report.id}/download`;
  const file = () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } });

  it('are downloaded in the format that is chosen, under a descriptive name', async () => {
    const report = reportOf();
    const calls = serveReports('national_admin', { 'GET /reports': () => listOf([report]), [download(report)]: file });
    const saved: string[] = [];
    URL.createObjectURL = () => 'blob:report';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const { user } = renderConsole('/reports');
    await user.click(within(await rowOf()).getByRole('button', { name: /^Download/ }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['PDF (120 KB)', 'XLSX (20 KB)', 'CSV (900 B)']);
    await user.click(screen.getByRole('menuitem', { name: /XLSX/ }));
    await waitFor(() => expect(saved).toEqual(['election-summary-presidential-election-2023-02-26.xlsx']));
    expect(calls.find(({ path }) => path.endsWith('/download'))?.query.get('format')).toBe('xlsx');
  });

  it('say so when they were removed meanwhile', async () => {
    const report = reportOf();
    serveReports('national_admin', {
      'GET /reports': () => listOf([report]),
      [download(report)]: () => refuse('REPORT_EXPIRED'),
    });
    const { user } = renderConsole('/reports');
    await user.click(within(await rowOf()).getByRole('button', { name: /^Download/ }));
    await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
    expect(await screen.findByText(/were removed at the end of their time/)).toBeVisible();
  });

  it('open in a tab of their own', async () => {
    const report = reportOf();
    serveReports('national_admin', { 'GET /reports': () => listOf([report]), [download(report)]: file });
    URL.createObjectURL = () => 'blob:report';
    const tab = { document: document.implementation.createHTMLDocument(), location: { href: '' }, close: vi.fn() };
    const open = vi.fn(() => tab);
    vi.stubGlobal('open', open);
    const { user } = renderConsole('/reports');
    await fromMenu(user, /^View: /);
    await waitFor(() => expect(tab.location.href).toBe('blob:report'));
    expect(open).toHaveBeenCalledOnce();
    expect(tab.close).not.toHaveBeenCalled();
  });

  it('say so where the browser opens no tab', async () => {
    serveReports('national_admin', { 'GET /reports': () => listOf([reportOf()]) });
    vi.stubGlobal('open', () => null);
    const { user } = renderConsole('/reports');
    await fromMenu(user, /^View: /);
    expect(await screen.findByText(/did not let the report open in a tab/)).toBeVisible();
  });
});

describe('one report', () => {
  it('is opened by its address, with digests and audit head to compare', async () => {
    const report = reportOf();
    serveReports('national_admin', { [`GET /reports/${report.id}`]: () => ok(GeneratedReport, report) });
    const { user, router } = renderConsole(`/reports?report=${report.id}`);
    const dialog = await screen.findByRole('dialog', { name: SUMMARY });
    const proof = await within(dialog).findByRole('region', { name: 'Proof' });
    expect(within(dialog).getByRole('button', { name: /^View: / })).toBeVisible();
    expect(proof).toHaveTextContent('Compare the audit head with the printed footer: entry 530,012');
    expect(within(proof).getByText(HASH)).toBeVisible();
    expect(within(proof).getByRole('button', { name: 'Copy the digest of the CSV file' })).toBeVisible();
    expect(dialog).toHaveTextContent('Generated at26/02/2023 09:00:05 (WAT)');
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location.search).toBe('');
  });

  it('is opened by its title in the list', async () => {
    const report = reportOf();
    serveReports('national_admin', {
      'GET /reports': () => listOf([report]),
      [`GET /reports/${report.id}`]: () => ok(GeneratedReport, report),
    });
    const { user, router } = renderConsole('/reports?whose=mine');
    await user.click(within(await rowOf()).getByRole('link', { name: SUMMARY }));
    expect(await screen.findByRole('dialog', { name: SUMMARY })).toBeVisible();
    expect(router.state.location.search).toBe(`?whose=mine&report=${report.id}`);
  });

  it('says so when it is not to be found', async () => {
    serveReports('national_admin');
    renderConsole('/reports?report=0190a0b0-0000-7000-8000-00000000ffff');
    expect(await screen.findByText('This report is not there for you.')).toBeVisible();
  });

  it('says so when another user removes it while it is open', async () => {
    const report = reportOf();
    let gone = false;
    serveReports('national_admin', {
      [`GET /reports/${report.id}`]: () => (gone ? refuse('NOT_FOUND') : ok(GeneratedReport, report)),
    });
    renderConsole(`/reports?report=${report.id}`);
    await screen.findByRole('region', { name: 'Proof' });
    gone = true;
    act(() => publish({ type: 'reports' }));
    expect(await screen.findByText('This report is not there for you.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^View/ })).not.toBeInTheDocument();
  });

  it('can be requested again where it could not be loaded', async () => {
    const report = reportOf();
    let broken = true;
    serveReports('national_admin', {
      [`GET /reports/${report.id}`]: () => (broken ? refuse('INTERNAL') : ok(GeneratedReport, report)),
    });
    const { user } = renderConsole(`/reports?report=${report.id}`);
    expect(await screen.findByText('The report could not be loaded')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('region', { name: 'Proof' })).toBeVisible();
  });

  it('is removed after a question that names it', async () => {
    const report = reportOf();
    let gone = false;
    const calls = serveReports('national_admin', {
      'GET /reports': () => listOf(gone ? [] : [report]),
      [`DELETE /reports/${report.id}`]: () => {
        gone = true;
        return new Response(JSON.stringify({ success: true, data: {} }), { status: 200 });
      },
    });
    const { user } = renderConsole('/reports');
    const askToRemove = async () => await fromMenu(user, 'Remove');
    await askToRemove();
    const question = await screen.findByRole('dialog', { name: 'Remove this report?' });
    expect(question).toHaveTextContent('requested by Ada Obi (National Admin) on 26/02/2023 09:00:00 (WAT)');
    expect(question).toHaveTextContent('Its files (PDF, XLSX, CSV) are deleted.');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await askToRemove();
    await user.click(await screen.findByRole('button', { name: 'Remove report' }));
    expect(await screen.findByText('No reports yet')).toBeVisible();
  });

  it('offers only what the reader may do with it', async () => {
    serveReports('national_admin', {
      'GET /reports': () => listOf([reportOf({ can: { repeat: false, remove: false } })]),
    });
    const { user } = renderConsole('/reports');
    await fromMenu(user);
    expect(within(await screen.findByRole('menu')).getAllByRole('menuitem')).toHaveLength(1);
    expect(screen.getByRole('menuitem', { name: /^View: / })).toBeVisible();
  });
});

it('stands as cards on a phone', async () => {
  onPhone();
  serveReports('national_admin', { 'GET /reports': () => listOf([reportOf()]) });
  renderConsole('/reports');
  const card = within(await screen.findByRole('list', { name: 'Recent Reports' })).getByRole('listitem');
  expect(within(card).getByRole('link', { name: SUMMARY })).toBeVisible();
  expect(within(card).getByRole('button', { name: /^Download/ })).toBeVisible();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});
