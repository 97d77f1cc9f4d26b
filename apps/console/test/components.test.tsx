import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotificationsHost } from '../src/app/shell/NotificationsHost.tsx';
import { type Column, DataTable } from '../src/components/list/DataTable.tsx';
import { EmptyState } from '../src/components/page/EmptyState.tsx';
import { FormErrorSummary } from '../src/components/form/FormErrorSummary.tsx';
import { ApiError } from '../src/lib/http/api-error.ts';
import { useUrlState } from '../src/lib/hooks/use-url-state.ts';
import { notifyError, takeNotices } from '../src/lib/hooks/notify.ts';
import { renderElement } from './render.tsx';
import { cleanNotices } from './users-page.tsx';

interface Ward {
  name: string;
  units: number;
}

const columns: Column<Ward>[] = [
  { key: 'name', header: 'Ward', cell: (ward) => ward.name, sort: 'name' },
  { key: 'units', header: 'Units', cell: (ward) => ward.units, numeric: true },
];
const table = { label: 'Wards', columns, rowKey: (ward: Ward) => ward.name, empty: <EmptyState title="No wards." /> };

describe('a table', () => {
  it('is busy while it loads', async () => {
    renderElement(<DataTable {...table} rows={undefined} />);
    expect(await screen.findByRole('table', { name: 'Wards' })).toHaveAttribute('aria-busy', 'true');
  });

  it('says what to do when it is empty, and when it could not be loaded', async () => {
    const onRetry = vi.fn();
    renderElement(<DataTable {...table} rows={[]} />);
    expect(await screen.findByText('No wards.')).toBeVisible();
    const { user } = renderElement(
      <DataTable
        {...table}
        rows={undefined}
        error={ApiError.client('NETWORK')}
        errorTitle="No luck"
        onRetry={onRetry}
      />,
    );
    expect(await screen.findByText('No luck')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('says which rows of how many it shows, and goes to others', async () => {
    const onPage = vi.fn();
    const rows = [{ name: 'Ipodo', units: 12 }];
    const paging = { page: 3, pageSize: 20, total: 1041, onPage };
    const { user } = renderElement(<DataTable {...table} rows={rows} paging={paging} />);
    expect(await screen.findByText('Showing 41-41 of 1,041')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(onPage).toHaveBeenCalledWith(4);
  });

  it('hides and shows columns by the keyboard, never the first or a fixed one, and remembers it on the device', async () => {
    const wide: Column<Ward>[] = [
      ...columns,
      { key: 'code', header: 'Code', cell: () => '05' },
      { key: 'actions', header: 'Actions', fixed: true, cell: () => 'Open' },
    ];
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const view = () => <DataTable {...table} columns={wide} chooseAs="wards" rows={[{ name: 'Ipodo', units: 12 }]} />;
    const { user } = renderElement(view());
    (await screen.findByRole('button', { name: 'Columns of Wards' })).focus();
    await user.keyboard('{Enter}');
    const panel = within(await screen.findByRole('dialog', { name: 'Columns of Wards' }));
    expect(panel.getAllByRole('checkbox')).toHaveLength(2);
    expect(panel.queryByRole('checkbox', { name: 'Ward' })).toBeNull();
    expect(panel.queryByRole('checkbox', { name: 'Actions' })).toBeNull();
    panel.getByRole('checkbox', { name: 'Units' }).focus();
    await user.keyboard(' ');
    expect(heads()).toEqual(['Ward', 'Code', 'Actions']);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Columns of Wards, 1 hidden' })).toHaveFocus();

    cleanup();
    renderElement(view());
    await waitFor(() => expect(heads()).toEqual(['Ward', 'Code', 'Actions']));
    await user.click(screen.getByRole('button', { name: 'Columns of Wards, 1 hidden' }));
    await user.click(await screen.findByRole('button', { name: 'Show all columns' }));
    expect(heads()).toEqual(['Ward', 'Units', 'Code', 'Actions']);
    expect(localStorage.getItem('ec-columns::wards')).toBeNull();
  });

  it('sorts upward first, then downward', async () => {
    function Sorted() {
      const [sort, setSort] = useState('');
      return <DataTable {...table} rows={[{ name: 'Ipodo', units: 12 }]} sort={sort} onSort={setSort} />;
    }
    const { user } = renderElement(<Sorted />);
    const header = await screen.findByRole('columnheader', { name: 'Ward' });
    await user.click(within(header).getByRole('button'));
    expect(header).toHaveAttribute('aria-sort', 'ascending');
    await user.click(within(header).getByRole('button'));
    expect(header).toHaveAttribute('aria-sort', 'descending');
    expect(screen.getByRole('columnheader', { name: 'Units' })).not.toHaveAttribute('aria-sort');
  });
});

it('a summary of errors takes the focus and leads to the field', async () => {
  const { user } = renderElement(
    <>
      <FormErrorSummary problems={[{ field: 'name', message: 'Name is required' }]} attempt={1} />
      <input id="name" aria-label="Name" />
    </>,
  );
  expect(await screen.findByRole('alert')).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'Name is required' }));
  expect(screen.getByLabelText('Name')).toHaveFocus();
});

describe('filters in the address', () => {
  const DEFAULTS = { q: '', status: 'all', page: '1' };
  function Filters() {
    const [state, set, clear] = useUrlState(DEFAULTS);
    return (
      <>
        <output>{JSON.stringify(state)}</output>
        <button onClick={() => set({ status: 'live' })}>live</button>
        <button onClick={() => set({ status: 'all' })}>all</button>
        <button onClick={() => set({ page: '4' })}>fourth</button>
        <button onClick={clear}>clear</button>
      </>
    );
  }

  it('are read, written, and left out where they are the default; a filter goes back to the first page', async () => {
    const { user, router } = renderElement(<Filters />, '/list?q=ike&page=3');
    expect(JSON.parse((await screen.findByRole('status')).textContent)).toEqual({ q: 'ike', status: 'all', page: '3' });
    await user.click(screen.getByText('live'));
    expect(router.state.location.search).toBe('?q=ike&status=live');
    await user.click(screen.getByText('fourth'));
    expect(router.state.location.search).toBe('?q=ike&status=live&page=4');
    await user.click(screen.getByText('all'));
    expect(router.state.location.search).toBe('?q=ike');
    await user.click(screen.getByText('clear'));
    expect(router.state.location.search).toBe('');
  });
});

describe('the notice of an error', () => {
  beforeEach(() => {
    takeNotices();
    cleanNotices();
  });
  afterEach(() => {
    vi.useRealTimers();
    cleanNotices();
  });

  it('ends after 20 seconds, and stays while it has the focus', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderElement(<NotificationsHost />);
    act(() => notifyError('The view could not be removed'));
    const notice = await screen.findByText('The view could not be removed');
    const pass = async (ms: number) => await act(async () => await vi.advanceTimersByTimeAsync(ms));
    await pass(15_000);
    const close = within(screen.getByRole('alert')).getByRole('button');
    act(() => close.focus());
    await pass(60_000);
    expect(notice).toBeVisible();
    act(() => close.blur());
    await pass(19_000);
    expect(notice).toBeVisible();
    await pass(3000);
    expect(notice).not.toBeInTheDocument();
  });
});
