import { Me } from '@ec/contract/auth/schemas';
import { SITUATION_ROOM_WAITING } from '@ec/contract/permissions/pages';
import { StartedWall, WallId, WallList, WallScreen } from '@ec/contract/walls/schemas';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { countsOf, noFormsYet } from '../../../test/collations.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { AS_OF, emptyRoom, roomOf, roomServer, wallOf } from '../../../test/situation.ts';
import { readTokens } from '../../lib/session/stored-session.ts';
import { readWallToken } from './wall.ts';

const TOKEN = 'wall_k3J-9xQ_0';
const WALL_ID = '0190a0b0-0000-7000-8000-0000000000c1';

const answers =
  (change: Parameters<typeof wallOf>[0] = {}) =>
  () =>
    ok(WallScreen, wallOf(change));

/** The wall in a browser in which a user is signed in: the harder case, since their token must stay out of it. */
function open(address = `/wall#${TOKEN}`, answer: (call: Call) => Response | Promise<Response> = answers()) {
  signedInOnDevice('the-persons-token');
  const calls = serve({ 'GET /wall': answer });
  return { calls, ...renderConsole(address) };
}

beforeAll(async () => {
  await Promise.all([
    import('./WallPage.tsx'),
    import('./WallDialog.tsx'),
    import('../situation-room/RoomPage.tsx'),
    import('./RunningWallsPanel.tsx'),
  ]);
  await Promise.all([
    import('../../domain/situation-room/MeasureMap.tsx'),
    import('../../domain/situation-room/RateChart.tsx'),
  ]);
});
beforeEach(stubEventSource);
afterEach(() => void vi.useRealTimers());

describe('a wall screen', () => {
  it('takes its token from the address, clears the address, and asks with that token alone', async () => {
    const { calls, router } = open();
    expect(await screen.findByRole('heading', { name: 'Presidential 2027' })).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/wall', hash: '' });
    expect(readWallToken()).toBe(TOKEN);
    expect(new Set(calls.map(({ method, path, token }) => `${method} ${path} ${token}`))).toEqual(
      new Set([`GET /wall ${TOKEN}`]),
    );
  });

  it('needs no signed-in user, and finds its token again after a reload', async () => {
    localStorage.setItem('ec.wall', TOKEN);
    const calls = serve({ 'GET /wall': answers() });
    renderConsole('/wall');
    expect(await screen.findByRole('group', { name: 'Votes' })).toHaveTextContent('3,450');
    expect(screen.getByRole('group', { name: 'Dispute rate' })).toHaveTextContent(
      '3.8%70 of 1,850 results, 12 unassigned',
    );
    expect(calls.every(({ token }) => token === TOKEN)).toBe(true);
  });

  it('shows figures on a basis, a map that equals its table, the test and the rate, and leads nowhere', async () => {
    open();
    expect(await screen.findByRole('group', { name: 'Votes' })).toHaveTextContent(
      'Verified, 1,500 of 3,600 units (41.7%)',
    );
    expect(await screen.findByRole('img', { name: 'Leading party by state, verified results' })).toBeInTheDocument();
    const table = screen.getByRole('table', { name: 'Leading party by state, verified results, as a table' });
    expect(within(table).getAllByRole('row')).toHaveLength(38);
    expect(screen.getByText(/^If the rate of the last hour/)).toBeVisible();
    expect(screen.getByText(/^APC leads by .* no candidate can reach the spread/)).toBeVisible();
    expect(screen.queryAllByRole('link')).toEqual([]);
  });

  it('never names Others as the leader or the second', async () => {
    const { basis } = roomOf();
    const votes = { APC: 1000, PDP: 900, LP: 50, Others: 1050 };
    open(`/wall#${TOKEN}`, answers({ room: roomOf({ basis: { ...basis, verified: { ...basis.verified, votes } } }) }));
    expect(await screen.findByRole('group', { name: 'Leading' })).toHaveTextContent('APC33.3%, 100 ahead of PDP');
  });

  it('has the forms of collation that are in on one line, once there is one', async () => {
    const counts = { differing: null, agents: null };
    open(`/wall#${TOKEN}`, answers({ room: roomOf({ collation: countsOf(counts) }) }));
    const line = await screen.findByRole('region', { name: 'Collation forms in' });
    expect(line).toHaveTextContent('Collation forms inEC8B 12 of 20EC8C 0 of 1');
  });

  it('has no line of collation before the first form', async () => {
    open(`/wall#${TOKEN}`, answers({ room: roomOf({ collation: noFormsYet() }) }));
    expect(await screen.findByRole('group', { name: 'Votes' })).toHaveTextContent('3,450');
    expect(screen.queryByRole('region', { name: 'Collation forms in' })).not.toBeInTheDocument();
  });

  it('changes its basis at the screen, and keeps it in the address', async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole('radio', { name: 'Provisional' }));
    expect(router.state.location.search).toBe('?basis=provisional');
    expect(screen.getByRole('group', { name: 'Leading' })).toHaveTextContent('PDP');
    await user.selectOptions(screen.getByRole('combobox', { name: 'What the map shows' }), 'Turnout');
    expect(screen.getByRole('heading', { name: 'Turnout by state, provisional results' })).toBeVisible();
  });

  it('shows another election that is chosen at the screen, and the current one when that is no longer there', async () => {
    const { elections, ...room } = roomOf();
    const [first] = elections;
    if (!first) throw new Error('no election');
    const senate = { ...first, id: '0190a0b0-0000-7000-8000-0000000000e7', name: 'Senate 2027' };
    const both = [first, senate];
    let isGone = false;
    const { user, router, calls } = open(`/wall#${TOKEN}`, ({ query }) =>
      query.get('electionId') !== senate.id
        ? answers({ room: { ...room, elections: both } })()
        : isGone
          ? refuse('ELECTION_NOT_FOUND')
          : answers({ room: { ...room, election: senate, elections: both } })(),
    );
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Election' }), 'Senate 2027');
    expect(await screen.findByRole('heading', { name: 'Senate 2027' })).toBeVisible();
    expect(router.state.location.search).toBe(`?election=${senate.id}`);
    isGone = true;
    expect(await screen.findByRole('heading', { name: 'Presidential 2027' })).toBeVisible();
    expect(router.state.location.search).toBe('');
    // What was read of it before is shown first.
    await waitFor(() => expect(calls.at(-1)?.query.get('electionId')).toBeNull());
  });

  it('can be held still and moved on by hand', async () => {
    const { user } = open();
    expect(await screen.findByRole('region', { name: 'Results as they come in' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Hold this list' }));
    expect(screen.getByRole('button', { name: 'Let the lists take turns' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next list' }));
    expect(screen.getByRole('region', { name: 'Open disputes, 70' })).toHaveTextContent('Seriki Aro');
    await user.click(screen.getByRole('button', { name: 'Next list' }));
    expect(screen.getByRole('region', { name: 'Flagged results, 31' })).toHaveTextContent('Over-voting');
  });

  it('shows the placeholder while election mode is off, and lives on', async () => {
    let answer = answers({ electionMode: false, room: null });
    open(`/wall#${TOKEN}`, () => answer());
    expect(await screen.findByText(SITUATION_ROOM_WAITING)).toBeVisible();
    answer = answers();
    expect(await screen.findByRole('group', { name: 'Votes' })).toBeVisible();
  });

  it('stands before the first result', async () => {
    open(`/wall#${TOKEN}`, answers({ room: emptyRoom() }));
    expect(await screen.findByText('No results yet', { selector: 'p' })).toBeVisible();
    expect(screen.getByRole('group', { name: 'Leading' })).toHaveTextContent('Not reported');
  });
});

describe('when the server is silent', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(AS_OF) }));

  it('the last picture stays, with how old it is in large letters', async () => {
    let answer: () => Response | Promise<Response> = answers();
    open(`/wall#${TOKEN}`, () => answer());
    await screen.findByRole('group', { name: 'Votes' });
    expect(screen.queryByText(/These figures are/)).not.toBeInTheDocument();
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await act(() => vi.advanceTimersByTimeAsync(185_000));
    expect(screen.getByText(/^These figures are 3 min old\. The server cannot be reached/)).toBeVisible();
    expect(screen.getByText('The figures are no longer current.')).toHaveRole('status');
    expect(screen.getByRole('group', { name: 'Votes' })).toHaveTextContent('3,450');

    const later = '2027-02-20T18:43:05.000Z';
    answer = answers({ room: roomOf({ asOf: later }) });
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(screen.queryByText(/These figures are/)).not.toBeInTheDocument();
  });

  it('figures that do not move on count as old too', async () => {
    open();
    await screen.findByRole('group', { name: 'Votes' });
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(screen.getByText(/These figures are 2\d s old\. No newer ones have come\./)).toBeVisible();
  });

  it('from the start, it says so and goes on asking', async () => {
    let answer: () => Response | Promise<Response> = () => Promise.reject(new TypeError('Failed to fetch'));
    open(`/wall#${TOKEN}`, () => answer());
    expect(await screen.findByRole('heading', { name: 'The server cannot be reached' })).toBeVisible();
    answer = answers();
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(await screen.findByRole('group', { name: 'Votes' })).toBeVisible();
  });
});

describe('a wall that has ended', () => {
  it('says so and how to start another, with no figure left and no further call', async () => {
    let answer: () => Response = answers();
    const { calls } = open(`/wall#${TOKEN}`, () => answer());
    await screen.findByRole('group', { name: 'Votes' });
    answer = () => refuse('WALL_ENDED');
    expect(await screen.findByRole('heading', { name: 'This wall screen has ended' })).toBeVisible();
    expect(screen.getByText(/sign in to the console, open Situation room and choose Wall mode/)).toBeVisible();
    expect(screen.queryByText('3,450')).not.toBeInTheDocument();
    expect(readWallToken()).toBeNull();
    const before = calls.length;
    vi.useFakeTimers();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(calls).toHaveLength(before);
    expect(readTokens()?.accessToken).toBe('the-persons-token');
  });

  it('cannot be distinguished from a link that was copied in part: both ask for a new one', async () => {
    open('/wall#wall_k3J', () => refuse('UNAUTHENTICATED'));
    expect(await screen.findByRole('heading', { name: 'This wall screen has ended' })).toBeVisible();
    expect(readWallToken()).toBeNull();
  });

  it('or was never started, asks nothing at all', async () => {
    const { calls } = open('/wall');
    expect(await screen.findByRole('heading', { name: 'No wall screen runs in this browser' })).toBeVisible();
    expect(calls).toEqual([]);
  });
});

describe('wall mode', () => {
  const wall = {
    id: WALL_ID,
    name: 'Left screen',
    startedBy: 'Ada Obi',
    startedAt: AS_OF,
    expiresAt: '2027-02-21T06:40:00.000Z',
    lastSeenAt: null,
  };

  async function openDialog(more: Parameters<typeof serve>[0] = {}, search = '') {
    signedInOnDevice();
    let walls: z.input<typeof WallList>['walls'] = [];
    const calls = serve({
      ...roomServer(roomOf),
      'GET /situation-room/walls': () => ok(WallList, { walls }),
      'POST /situation-room/walls': () => {
        walls = [wall];
        return ok(StartedWall, { ...wall, token: TOKEN }, 201);
      },
      [`DELETE /situation-room/walls/${WALL_ID}`]: () => {
        walls = [];
        return ok(z.object({ id: WallId }), { id: WALL_ID });
      },
      'GET /wall': answers(),
      ...more,
    });
    const opened = renderConsole(`/situation-room${search}`);
    await opened.user.click(await screen.findByRole('button', { name: 'Wall mode' }));
    const dialog = await screen.findByRole('dialog', { name: 'Wall mode' });
    return { calls, dialog, ...opened };
  }

  it('opens here with the person signed out of the browser, unless they untick it', async () => {
    const { dialog, user, router, calls } = await openDialog({ 'POST /auth/logout': () => ok(z.object({}), {}) });
    expect(within(dialog).getByRole('checkbox', { name: 'Log me out of this browser' })).toBeChecked();
    await user.type(within(dialog).getByRole('textbox', { name: 'Name of the screen' }), 'Left screen');
    await user.click(within(dialog).getByRole('radio', { name: '72 hours' }));
    await user.click(within(dialog).getByRole('button', { name: 'Open here' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/wall'));
    expect(await screen.findByRole('combobox', { name: 'What the map shows' })).toBeVisible();
    expect(calls.find(({ method, path }) => method === 'POST' && path === '/situation-room/walls')?.body).toEqual({
      name: 'Left screen',
      hours: 72,
    });
    await waitFor(() => expect(readTokens()).toBeNull());
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/wall', state: null }));
    expect(calls.filter(({ path }) => path === '/wall').every(({ token }) => token === TOKEN)).toBe(true);
  });

  it('stays signed in when unticked', async () => {
    const { dialog, user, router } = await openDialog();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Log me out of this browser' }));
    await user.type(within(dialog).getByRole('textbox', { name: 'Name of the screen' }), 'Left screen');
    await user.click(within(dialog).getByRole('button', { name: 'Open here' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/wall'));
    expect(await screen.findByRole('combobox', { name: 'What the map shows' })).toBeVisible();
    expect(readTokens()).not.toBeNull();
  });

  const SHOWN = `?election=${roomOf().election?.id}&basis=provisional&measure=turnout`;

  it('opens with the election, the basis and the measure of the room', async () => {
    const { dialog, user, router } = await openDialog({}, `${SHOWN}&sort=-silent`);
    await user.click(within(dialog).getByRole('checkbox', { name: 'Log me out of this browser' }));
    await user.type(within(dialog).getByRole('textbox', { name: 'Name of the screen' }), 'Left screen');
    await user.click(within(dialog).getByRole('button', { name: 'Open here' }));
    // The room has a heading of the same words.
    await screen.findByRole('combobox', { name: 'What the map shows' });
    expect(screen.getByRole('heading', { name: 'Turnout by state, provisional results' })).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/wall', search: SHOWN });
  });

  it('links another screen with the same', async () => {
    const { dialog, user } = await openDialog({}, SHOWN);
    await user.type(within(dialog).getByRole('textbox', { name: 'Name of the screen' }), 'Left screen');
    await user.click(within(dialog).getByRole('button', { name: 'Copy a link for another screen' }));
    const address = await within(dialog).findByRole('textbox', { name: 'Address of the wall screen' });
    expect(address).toHaveValue(`${window.location.origin}/wall${SHOWN}#${TOKEN}`);
  });

  it('is ended while election mode is off, too', async () => {
    signedInOnDevice();
    let walls: z.input<typeof WallList>['walls'] = [wall];
    serve({
      ...roomServer(roomOf),
      'GET /auth/me': () => ok(Me, meOf('super_admin')),
      'GET /situation-room/walls': () => ok(WallList, { walls }),
      [`DELETE /situation-room/walls/${WALL_ID}`]: () => {
        walls = [];
        return ok(z.object({ id: WallId }), { id: WALL_ID });
      },
    });
    const { user } = renderConsole('/situation-room');
    expect(await screen.findByRole('heading', { name: 'Election Mode Required' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'End Left screen' }));
    const question = await screen.findByRole('dialog', { name: 'End this wall screen?' });
    await user.click(within(question).getByRole('button', { name: 'End wall screen' }));
    expect(await screen.findByText('Left screen has ended.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/Running wall screens/)).not.toBeInTheDocument());
  });

  it('asks for a name before it starts one', async () => {
    const { dialog, user, calls } = await openDialog();
    await user.click(within(dialog).getByRole('button', { name: 'Open here' }));
    const name = within(dialog).getByRole('textbox', { name: 'Name of the screen' });
    expect(name).toHaveAccessibleDescription(/Name the screen/);
    expect(name).toHaveFocus();
    expect(calls.filter(({ method, path }) => method === 'POST' && path === '/situation-room/walls')).toEqual([]);
  });

  it('copies a link for another screen, lists the wall, and ends it after a question', async () => {
    const { dialog, user } = await openDialog();
    expect(await within(dialog).findByText(/^None runs\./)).toBeVisible();
    await user.type(within(dialog).getByRole('textbox', { name: 'Name of the screen' }), 'Left screen');
    await user.click(within(dialog).getByRole('button', { name: 'Copy a link for another screen' }));
    const address = await within(dialog).findByRole('textbox', { name: 'Address of the wall screen' });
    expect(address).toHaveValue(`${window.location.origin}/wall#${TOKEN}`);
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/wall#${TOKEN}`),
    );
    expect(await within(dialog).findByText(/not opened yet/)).toBeVisible();

    await user.click(within(dialog).getByRole('button', { name: 'End Left screen' }));
    const question = await screen.findByRole('dialog', { name: 'End this wall screen?' });
    expect(question).toHaveTextContent('Left screen, started by Ada Obi, stops showing figures within seconds');
    await user.click(within(question).getByRole('button', { name: 'End wall screen' }));
    expect(await within(dialog).findByText(/^None runs\./)).toBeInTheDocument();
    expect(await screen.findByText('Left screen has ended.')).toBeInTheDocument();
  });
});

it('goes to full screen by the F key and by its button, where the browser has it', async () => {
  const enter = vi.fn(async () => undefined);
  Object.defineProperty(document, 'fullscreenEnabled', { value: true, configurable: true });
  document.documentElement.requestFullscreen = enter;
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Full screen' }));
  fireEvent.keyDown(document.body, { key: 'f' });
  fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true });
  expect(enter).toHaveBeenCalledTimes(2);
  Object.defineProperty(document, 'fullscreenEnabled', { value: undefined, configurable: true });
});

it('keeps the screen awake, and asks again when it is seen again', async () => {
  const request = vi.fn(async () => ({ release: async () => undefined }));
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
  open();
  await waitFor(() => expect(request).toHaveBeenCalledTimes(1));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(request).toHaveBeenCalledTimes(2);
  Reflect.deleteProperty(navigator, 'wakeLock');
});
