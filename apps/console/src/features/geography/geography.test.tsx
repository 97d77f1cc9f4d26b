import { Me } from '@ec/contract/auth/schemas';
import { GeographicalData } from '@ec/contract/geography/schemas';
import { ImportStarted } from '@ec/contract/geography/register-import';
import { flags } from '@ec/contract/permissions/privileges';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource, TestEventSource } from '../../../test/event-source.ts';
import { changedPlace, dataOf, itemOf, openGeography, REGISTER, TOTALS } from '../../../test/geography.ts';
import { meOf } from '../../../test/people.ts';
import { ok, refuse } from '../../../test/server.ts';
import { at } from '../../../test/users.ts';
import { cleanNotices } from '../../../test/users-page.tsx';
import { FILTERS, parametersOf, placeOf } from './filters.ts';

beforeAll(async () => void (await import('./GeographyPage.tsx')));
beforeEach(() => {
  stubEventSource();
  cleanNotices();
});

const ID = '0190a0b0-0000-7000-8000-0000000000d1';
const rowOf = async (name: RegExp) => await screen.findByRole('row', { name });

describe('what stands in the address', () => {
  it('becomes the query of the list, narrowed by what lies above the tab', () => {
    expect(parametersOf({ ...FILTERS, tab: 'wards', q: 'ipo', place: '24-11', sort: '-name', page: '3' })).toEqual({
      type: 'wards',
      q: 'ipo',
      parentId: at('24-11'),
      sort: '-name',
      page: 3,
      pageSize: 20,
    });
    expect(placeOf({ tab: 'states', place: '24-11' })).toBe(at('SW'));
    expect(placeOf({ tab: 'regions', place: '24-11' })).toBeNull();
    expect(parametersOf({ ...FILTERS, tab: 'x', sort: 'y', page: 'z' })).toMatchObject({
      type: 'regions',
      sort: 'code',
      page: 1,
    });
  });

  it('opens the tab, the page and the search that it names, and follows what is chosen', async () => {
    const full = (query: URLSearchParams) =>
      dataOf('lgas', query.get('page') === '3' ? [itemOf('24-12')] : [itemOf('24-11')], 57);
    const { user, router, lists } = openGeography(
      { 'GET /geographical-data': ({ query }) => ok(GeographicalData, full(query)) },
      '/geographical-data?tab=lgas&place=24&q=ik',
    );
    await rowOf(/Ikeja/);
    expect(lists().at(-1)).toMatchObject({
      type: 'lgas',
      parentId: String(at('24')),
      q: 'ik',
      page: '1',
      pageSize: '20',
    });
    await user.click(screen.getByRole('button', { name: 'Last page' }));
    await rowOf(/Ikorodu/);
    expect(router.state.location.search).toContain('page=3');
    expect(screen.getByText('Showing 41-41 of 57')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(lists().at(-1)).toMatchObject({ sort: 'name', page: '1' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ej');
    await waitFor(() => expect(lists().at(-1)).toMatchObject({ q: 'ikej' }));
    await user.click(screen.getByRole('combobox', { name: 'Place' }));
    await user.click(await screen.findByRole('option', { name: /^Ogun/ }));
    await waitFor(() => expect(lists().at(-1)).toMatchObject({ parentId: String(at('27')) }));
  });

  it('is changed by the totals, the tabs and the figures of a row', async () => {
    const { user, router } = openGeography();
    const totals = await screen.findByRole('tab', { name: 'Polling Units (176,846)' });
    expect(screen.getByRole('link', { name: 'Users: 180,000' })).toHaveAttribute('href', '/users');
    await user.click(totals);
    await rowOf(/24-11-05-003/);
    expect(router.state.location.search).toBe('?tab=pollingUnits');
    await user.click(screen.getByRole('tab', { name: /^LGAs/ }));
    const row = await rowOf(/Ikeja/);
    expect(within(row).getByText('Lagos, South West')).toBeVisible();
    expect(within(row).getByRole('link', { name: '12 users of Ikeja' })).toHaveAttribute('href', '/users?place=24-11');
    await user.click(within(row).getByRole('link', { name: '3 wards in Ikeja' }));
    await rowOf(/Ipodo/);
    expect(router.state.location.search).toBe('?tab=wards&place=24-11');
  });
});

describe('a name', () => {
  const open = async (more: Parameters<typeof openGeography>[0] = {}) => {
    const opened = openGeography(more, '/geographical-data?tab=lgas');
    await opened.user.click(await screen.findByRole('button', { name: 'Rename Ikeja' }));
    return { ...opened, field: await screen.findByRole('textbox', { name: 'New name of Ikeja' }) };
  };

  it('is changed by the keyboard alone, and the focus comes back', async () => {
    const { user, sent, field } = await open({
      'PUT /geographical-data/update': () => changedPlace(at('24-11'), 'Ikeja East'),
    });
    expect(field).toHaveFocus();
    await user.keyboard('Ikeja East{Enter}');
    expect(await screen.findByText('Ikeja was renamed to Ikeja East.')).toBeVisible();
    expect(sent('PUT', '/geographical-data/update')[0]?.body).toEqual({
      type: 'lgas',
      id: String(at('24-11')),
      oldName: 'Ikeja',
      newName: 'Ikeja East',
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Rename Ikeja' })).toHaveFocus());
  });

  it('stays as it was on Escape, on the same name, and while nothing is typed', async () => {
    const { user, sent, field } = await open();
    await user.clear(field);
    await user.keyboard('{Enter}');
    expect(field).toHaveAccessibleDescription('Name is required');
    await user.keyboard('Other{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Rename Ikeja' })).toHaveFocus());
    await user.keyboard('{Enter}');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /New name/ })).toBeNull());
    expect(sent('PUT', '/geographical-data/update')).toHaveLength(0);
  });

  it('keeps what was typed when it is refused, on another page, and before the page is left', async () => {
    const { user, field, router } = await open({
      'PUT /geographical-data/update': () => refuse('LOCATION_EXISTS', { name: 'Ikorodu' }),
    });
    await user.keyboard('Ikorodu{Enter}');
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription('Failed to update geographical data. Ikorodu already exists there.'),
    );
    expect(field).toHaveValue('Ikorodu');
    await user.click(screen.getByRole('tab', { name: /^Regions/ }));
    await rowOf(/South West/);
    await user.click(screen.getByRole('tab', { name: /^LGAs/ }));
    expect(await screen.findByRole('textbox', { name: 'New name of Ikeja' })).toHaveValue('Ikorodu');
    await user.click(screen.getByRole('link', { name: '12 users of Ikorodu' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(question).toHaveTextContent('The new name that you typed for Ikeja is lost.');
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(router.state.location.pathname).toBe('/geographical-data');
  });
});

describe('deleting', () => {
  const choose = async (user: ReturnType<typeof openGeography>['user'], place: string, item: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${place}` }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };

  it('is not offered for a unit that only results hold, and says so', async () => {
    const unit = itemOf('24-11-05-003', { children: 0, units: 1, count: 0, keptBy: 'results of it' });
    const { user } = openGeography(
      { 'GET /geographical-data': () => ok(GeographicalData, dataOf('pollingUnits', [unit])) },
      '/geographical-data?tab=pollingUnits',
    );
    await choose(user, `the polling unit ${unit.name}`, 'Why it cannot be deleted');
    const dialog = await screen.findByRole('dialog', { name: `${unit.name} cannot be deleted` });
    expect(dialog).toHaveTextContent(`Records refer to it: results of it. They are kept, so ${unit.name} cannot`);
    expect(within(dialog).queryByRole('button', { name: /Delete/ })).toBeNull();
  });

  it('says what is inside, and offers no deletion while anything is', async () => {
    const { user } = openGeography({}, '/geographical-data?tab=lgas');
    await choose(user, 'the LGA Ikeja', 'Why it cannot be deleted');
    const dialog = await screen.findByRole('dialog', { name: 'Ikeja cannot be deleted' });
    expect(dialog).toHaveTextContent('Ikeja (24-11), Lagos, South West');
    expect(dialog).toHaveTextContent('Inside it: 3 wards, 40 polling units, 12 users.');
    expect(within(dialog).queryByRole('button', { name: /Delete|Try/ })).toBeNull();
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) ?? dialog);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Actions for the LGA Ikeja' })).toHaveFocus());
  });

  it('asks in the given words, and stays with the reason when it is refused', async () => {
    const reason = '3 results of it';
    const { user, sent } = openGeography(
      { 'DELETE /geographical-data/delete': () => refuse('IN_USE', { name: 'Alausa', reason }) },
      '/geographical-data?tab=wards',
    );
    await choose(user, 'the ward Alausa', 'Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete Alausa?' });
    expect(dialog).toHaveTextContent('Are you sure you want to delete this ward? This action cannot be undone.');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    const said = await within(dialog).findByRole('alert');
    expect(said).toHaveTextContent(`Failed to delete geographical dataAlausa is still in use: ${reason}.`);
    expect(sent('DELETE', '/geographical-data/delete')[0]?.body).toEqual({ type: 'wards', id: String(at('24-11-06')) });
    expect(within(dialog).queryByRole('button', { name: /Delete|Try/ })).toBeNull();
  });

  it('says that it was done and reads the list anew', async () => {
    const { user, lists } = openGeography(
      { 'DELETE /geographical-data/delete': () => changedPlace(at('24-11-06'), 'Alausa') },
      '/geographical-data?tab=wards',
    );
    await choose(user, 'the ward Alausa', 'Delete');
    const before = lists().length;
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Alausa (24-11-06) was deleted.')).toBeVisible();
    await waitFor(() => expect(lists().length).toBeGreaterThan(before));
    // The next dialog is not covered by the notice of the last.
    await choose(user, 'the ward Ipodo', 'Why it cannot be deleted');
    await screen.findByRole('dialog', { name: 'Ipodo cannot be deleted' });
    await waitFor(() => expect(screen.queryByText('Alausa (24-11-06) was deleted.')).not.toBeInTheDocument());
  });

  it('takes the registered voters of a new polling unit', async () => {
    const { user, sent } = openGeography(
      { 'POST /geographical-data/add': () => changedPlace(at('24-11-05-004'), 'School') },
      '/geographical-data?tab=pollingUnits&place=24-11-05',
    );
    await user.click(await screen.findByRole('button', { name: 'Add New' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add New polling unit' }));
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'School');
    await user.type(dialog.getByRole('textbox', { name: /^Registered voters/ }), '640');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(sent('POST', '/geographical-data/add')[0]?.body).toEqual({
        type: 'pollingUnits',
        name: 'School',
        parentId: String(at('24-11-05')),
        registeredVoters: 640,
      }),
    );
  });
});

describe('adding', () => {
  it('asks for name and place, sends both trimmed, and leads to what was added', async () => {
    const { user, sent } = openGeography(
      { 'POST /geographical-data/add': () => changedPlace(at('24-11-07'), 'Oregun') },
      '/geographical-data?tab=wards&place=24',
    );
    await user.click(await screen.findByRole('button', { name: 'Add New' }));
    const form = await screen.findByRole('form', { name: 'New ward' });
    await user.type(within(form).getByRole('textbox', { name: /Name/ }), '   ');
    await user.click(within(form).getByRole('button', { name: 'Add' }));
    expect(await within(form).findByRole('alert')).toHaveTextContent('Choose the LGA in which it liesName is required');
    expect(sent('POST', '/geographical-data/add')).toHaveLength(0);
    await user.click(within(form).getByRole('combobox', { name: /LGA/ }));
    await user.click(await screen.findByRole('option', { name: 'Ikeja' }));
    await user.type(within(form).getByRole('textbox', { name: /Name/ }), 'Oregun ');
    await user.click(within(form).getByRole('button', { name: 'Add' }));
    expect(await screen.findByText(/Oregun was added with the code/)).toBeVisible();
    expect(sent('POST', '/geographical-data/add')[0]?.body).toEqual({
      type: 'wards',
      name: 'Oregun',
      parentId: String(at('24-11')),
    });
  });

  it('keeps the form with the reason when it is refused', async () => {
    const { user } = openGeography({
      'POST /geographical-data/add': () => refuse('LOCATION_EXISTS', { name: 'South West' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Add New' }));
    const form = await screen.findByRole('form', { name: 'New region' });
    await user.type(within(form).getByRole('textbox', { name: /Name/ }), 'South West{Enter}');
    expect(await within(form).findByRole('alert')).toHaveTextContent(
      'Failed to add geographical data. South West already exists there.',
    );
    expect(within(form).getByRole('textbox', { name: /Name/ })).toHaveValue('South West');
  });
});

describe('the screen', () => {
  it('says that it loads, that loading failed, and loads again', async () => {
    let broken = true;
    const { user } = openGeography({
      'GET /geographical-data': async () => {
        await Promise.resolve();
        return broken ? refuse('INTERNAL') : ok(GeographicalData, dataOf('regions', [itemOf('SW')]));
      },
    });
    expect(await screen.findByText('Loading geographical data...')).toBeVisible();
    expect(await screen.findByText('Failed to load geographical data')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await rowOf(/South West/);
  });

  it('is read anew when places change elsewhere', async () => {
    const { lists } = openGeography();
    await rowOf(/South West/);
    const before = lists().length;
    act(() => TestEventSource.latest().send({ type: 'geography' }));
    await waitFor(() => expect(lists().length).toBeGreaterThan(before));
  });

  it('shows the super admin its totals alone, and says who reads the lists', async () => {
    openGeography({}, '/geographical-data', 'super_admin');
    expect(await screen.findByText('176,846')).toBeVisible();
    expect(screen.getByText(/National admins read and maintain the lists/)).toBeVisible();
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Create placeholders' })).toBeNull();
  });

  it('offers the register and placeholders where there is no polling unit, and creates them from a question', async () => {
    const none = {
      ...dataOf('regions', []),
      totals: { ...TOTALS, wards: 0, pollingUnits: 0 },
      register: { ...REGISTER, lgasWithoutWards: 774 },
    };
    const { user, sent, router } = openGeography(
      {
        'GET /geographical-data': () => ok(GeographicalData, none),
        'POST /geographical-data/placeholders': () => ok(ImportStarted, { id: ID }),
        [`GET /geographical-data/import/${ID}`]: () => refuse('NOT_FOUND'),
      },
      '/geographical-data',
      'super_admin',
    );
    await user.click(await screen.findByRole('link', { name: 'Create placeholders' }));
    await user.click(await screen.findByRole('button', { name: 'Create placeholders' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create placeholders?' });
    expect(dialog).toHaveTextContent('774 LGAs have no ward');
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/geographical-data/import/${ID}`));
    expect(sent('POST', '/geographical-data/placeholders')).toMatchObject([{ body: {} }]);
  });

  it('gives a moderator the reason', async () => {
    const privileges = {
      granted: flags((id) => id !== 'canManageGeographicData'),
      lapse: null,
      canManageRoles: [],
      areas: [],
      validUntil: null,
    };
    openGeography({ 'GET /auth/me': () => ok(Me, meOf('global_moderator', { privileges })) });
    expect(await screen.findByText("You don't have permission to access this page.")).toBeVisible();
    expect(screen.getByText("You don't have permission to manage geographic data.")).toBeVisible();
  });

  it('offers a moderator of a state neither a register nor a place that would lie outside', async () => {
    const area = { id: at('24'), type: 'state' as const, name: 'Lagos', code: '24' };
    const privileges = { granted: flags(() => true), lapse: null, canManageRoles: [], areas: [area], validUntil: null };
    const me = { 'GET /auth/me': () => ok(Me, meOf('global_moderator', { privileges })) };
    const { user } = openGeography(me, '/geographical-data?tab=states');
    await rowOf(/Lagos/);
    expect(screen.queryByRole('link', { name: 'Import register' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add New' })).toBeNull();
    await user.click(screen.getByRole('tab', { name: /^LGAs/ }));
    await user.click(await screen.findByRole('button', { name: 'Add New' }));
    const form = await screen.findByRole('form', { name: 'New LGA' });
    expect(within(form).getByRole('group', { name: 'State' })).toHaveTextContent('Lagos');
  });
});
