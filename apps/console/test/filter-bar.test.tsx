import { SavedViews } from '@ec/contract/auth/account';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FilterBar } from '../src/components/list/FilterBar.tsx';
import { useUrlState } from '../src/lib/hooks/use-url-state.ts';
import { signedInOnDevice } from './people.ts';
import { renderElement } from './render.tsx';
import { ok, serve } from './server.ts';

afterEach(() => void vi.restoreAllMocks());

const WHOLE = { q: '', kind: '', shape: '', size: '', unread: '' };
const FILTERS = { ...WHOLE, sort: 'name', page: '1' };
const KINDS = [
  { value: '', label: 'All kinds' },
  { value: 'a', label: 'First kind' },
];

function Bar({ summary, fixed, more }: { summary?: string; fixed?: string; more?: boolean }) {
  const [filters, setFilters] = useUrlState(FILTERS);
  return (
    <FilterBar
      label="Things"
      placeholder="Part of a name"
      filters={filters}
      whole={WHOLE}
      onChange={setFilters}
      choices={[
        { key: 'kind', label: 'Kind', data: KINDS, fixed },
        ...(more ? ['shape', 'size'].map((key) => ({ key, label: key, data: KINDS })) : []),
      ]}
      tick={{ key: 'unread', label: 'Unread only', on: '1' }}
      summary={summary}
    />
  );
}

function onPhone() {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { matches: true, media }) as unknown as MediaQueryList,
  );
}

const search = () => screen.getByRole('searchbox', { name: 'Search' });
const clear = () => screen.queryByRole('button', { name: 'Clear filters' });

describe('the filters above a list', () => {
  it('clear what narrows it and nothing else, typed words that are not in the address yet among them', async () => {
    const { user, router } = renderElement(<Bar />, '/?kind=a&unread=1&sort=date&page=3');
    await user.type(search(), 'half a word');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(search()).toHaveValue('');
    expect(screen.getByRole('search', { name: 'Things' })).toHaveFocus();
    await waitFor(() => expect(router.state.location.search).toBe('?sort=date'));
    expect(clear()).not.toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Unread only' })).not.toBeChecked();
  });

  it('offer no clearing where only order and page differ', () => {
    renderElement(<Bar />, '/?sort=date&page=3');
    expect(clear()).not.toBeInTheDocument();
  });

  it('are folded away on a phone, where the button counts those that are chosen and hidden', async () => {
    onPhone();
    const { user } = renderElement(<Bar more />, '/?q=word&kind=a&unread=1');
    expect(screen.getByRole('checkbox', { name: 'Unread only' })).toBeChecked();
    expect(screen.queryByRole('combobox', { name: 'Kind' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Filters (1)', expanded: false }));
    expect(screen.getByRole('combobox', { name: 'Kind' })).toHaveValue('First kind');
  });

  it('stand beside the search box up to two; the rest opens in a panel, and what is set there is a chip', async () => {
    const { user, router } = renderElement(<Bar more />, '/?kind=a&size=a');
    expect(screen.getByRole('combobox', { name: 'Kind' })).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'shape' })).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'size' })).not.toBeInTheDocument();
    expect(screen.getByRole('list', { name: 'Active filters' })).toHaveTextContent('size: First kind');
    await user.click(screen.getByRole('button', { name: 'Filters (1)', expanded: false }));
    expect(screen.getByRole('combobox', { name: 'size' })).toHaveValue('First kind');
    await user.click(screen.getByRole('button', { name: 'Filters (1)', expanded: true }));
    await user.click(screen.getByRole('button', { name: 'Remove the filter size' }));
    await waitFor(() => expect(router.state.location.search).toBe('?kind=a'));
    expect(screen.queryByRole('list', { name: 'Active filters' })).not.toBeInTheDocument();
  });

  it('say how much is shown, with a button as long as it is narrowed', async () => {
    const { user } = renderElement(<Bar summary="Showing 1-2 of 2" />, '/?kind=a');
    expect(screen.getByRole('status')).toHaveTextContent('Showing 1-2 of 2');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(clear()).not.toBeInTheDocument());
    expect(screen.getByRole('status')).toHaveTextContent('Showing 1-2 of 2');
  });

  it('say why a choice cannot be changed', () => {
    renderElement(<Bar fixed="This tab shows one kind" />);
    const kind = screen.getByRole('combobox', { name: 'Kind' });
    expect(kind).toBeDisabled();
    expect(kind).toHaveAccessibleDescription('This tab shows one kind');
  });
});

describe('saved views', () => {
  const open = (at: string) => {
    signedInOnDevice();
    let views = [{ name: 'Second kind', query: 'kind=b' }];
    const calls = serve({
      'GET /auth/saved-views': () => ok(SavedViews, { views }),
      'PUT /auth/saved-views': ({ body }) => {
        views = SavedViews.parse(body).views;
        return ok(SavedViews, { views });
      },
    });
    return { calls, ...renderElement(<Bar />, at) };
  };

  it('open the list as it was, and are not read before they are asked for', async () => {
    const { user, router, calls } = open('/things?kind=a&page=3');
    expect(calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Saved views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Second kind' }));
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/things', search: '?kind=b' }));
  });

  it('keep filters and order under a name of their own, without the page', async () => {
    const { user, calls } = open('/things?kind=a&sort=date&page=3');
    await user.click(screen.getByRole('button', { name: 'Saved views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save this view…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save this view' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Second kind');
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('You have a view of this name');
    await user.clear(dialog.getByRole('textbox', { name: 'Name' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'First kind');
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const saved = calls.find(({ method }) => method === 'PUT')?.body;
    expect(saved).toEqual({
      list: '/things',
      views: [
        { name: 'Second kind', query: 'kind=b' },
        { name: 'First kind', query: 'kind=a&sort=date' },
      ],
    });
  });

  it.each([
    ['/things/0190a0b0-0000-7000-8000-0000000000a2?kind=a', '/things'],
    ['/things/kinds?kind=a&report=0190a0b0', '/things/kinds'],
  ])('of %s belong to the list %s', async (at, list) => {
    const { user, calls } = open(at);
    await user.click(screen.getByRole('button', { name: 'Saved views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save this view…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save this view' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Mine');
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ list }));
    expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      views: [{ name: 'Second kind' }, { name: 'Mine', query: 'kind=a' }],
    });
  });

  it('stand in the head of a panel too, where a list has more than a search', async () => {
    const bar = { label: 'Rows', placeholder: 'Name', filters: { q: '' }, whole: { q: '' }, onChange: () => undefined };
    renderElement(
      <>
        <FilterBar inPanel {...bar} label="Reports" />
        <FilterBar inPanel savedViews={false} {...bar} label="Modules" />
      </>,
    );
    const inBar = (name: string) => within(screen.getByRole('search', { name }));
    expect(inBar('Reports').getByRole('button', { name: 'Saved views' })).toBeVisible();
    expect(inBar('Modules').queryByRole('button', { name: 'Saved views' })).not.toBeInTheDocument();
  });

  it('are removed one by one', async () => {
    const { user } = open('/things');
    await user.click(screen.getByRole('button', { name: 'Saved views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove Second kind' }));
    expect(await screen.findByText('No saved views of this list')).toBeVisible();
  });
});
