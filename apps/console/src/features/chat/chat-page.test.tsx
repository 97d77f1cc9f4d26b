import { ChannelList } from '@ec/contract/chat/schemas';
import type { UserId } from '@ec/contract/base/common';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  BOLA,
  channelOf,
  CHIDI,
  findLog,
  IKEJA,
  IKEJA_PAGE,
  LAGOS,
  ME,
  messageOf,
  messagesTo,
  rowTexts,
  serveChats,
} from '../../../test/chats.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId } from '../../../test/results.ts';
import { ok, refuse } from '../../../test/server.ts';
import { stubUploads } from '../../../test/uploads.ts';
import { cleanNotices } from '../../../test/users-page.tsx';
import { setStreamState } from '../../lib/stream/connection.ts';
import { publish } from '../../lib/stream/stream.ts';

beforeEach(() => {
  cleanNotices();
  stubEventSource();
  signedInOnDevice();
});

const announced = (messageId: number, senderId = BOLA.id) =>
  act(() => publish({ type: 'chat', channelId: IKEJA, messageId, senderId: senderId as UserId }));

describe('the list of chats', () => {
  it('shows of each its kind, members, what is unread and the last message', async () => {
    serveChats({
      channels: [
        channelOf({
          unreadCount: 100,
          mentions: 1,
          lastMessage: { content: 'The sheet is in', senderName: 'Bola Ade', timestamp: '2023-02-25T08:00:00.000Z' },
        }),
        channelOf({ id: LAGOS, name: 'Lagos', type: 'state', memberCount: 1, unreadCount: 3, muted: true }),
      ],
    });
    renderConsole('/communications');
    const list = await screen.findByRole('list', { name: 'Chats' });
    const [ikeja, lagos] = within(list).getAllByRole('link');
    expect(ikeja).toHaveTextContent(
      /^LGA chatIkeja LGA25\/02\/2023240 members.*mentioned.*99\+ unread.*Bola Ade: The sheet is in$/,
    );
    expect(lagos).toHaveTextContent(/^State chatLagos1 member.*Muted.*3 unread.*No messages yet$/);
    expect(screen.getByText('Select a Chat')).toBeVisible();
    expect(screen.getByText('2 chats · 100 unread')).toBeVisible();
    expect(
      within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: /Group Chats/ }),
    ).toHaveTextContent('Group Chats 99+ unread');
  });

  it('says that it loads, that it failed, and tries again', async () => {
    let fails = true;
    const waiting = Promise.withResolvers<Response>();
    serveChats(
      {},
      {
        'GET /chat/channels': () => {
          if (!fails) return ok(ChannelList, { channels: [], total: 0, unread: 0 });
          return waiting.promise;
        },
      },
    );
    const { user } = renderConsole('/communications');
    expect(await screen.findByText('Loading chat system...')).toBeVisible();
    waiting.resolve(refuse('INTERNAL'));
    expect(await screen.findByText('The chats could not be loaded')).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('You are in no chat yet')).toBeVisible();
  });

  it('counts what comes to a chat that is not open, and leaves out what the reader wrote elsewhere', async () => {
    const { store } = serveChats({ messages: messagesTo(3), channels: [channelOf({ readThrough: 3 })] });
    renderConsole('/communications');
    const list = await screen.findByRole('list', { name: 'Chats' });
    store.channels = [channelOf({ readThrough: 3, unreadCount: 1 })];
    announced(4);
    announced(5, ME);
    await waitFor(() => expect(within(list).getByRole('link')).toHaveTextContent('1 unread'));
  });

  it('is gone with the assignment, and so is what was open', async () => {
    const { store } = serveChats({ messages: messagesTo(3) });
    const { user } = renderConsole(IKEJA_PAGE);
    await findLog();
    store.channels = [channelOf({ id: LAGOS, name: 'Lagos', type: 'state' })];
    announced(4);
    expect(await screen.findByText('You are not in this chat', {}, { timeout: 8000 })).toBeVisible();
    expect(screen.queryByText('Message 3')).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'All chats' }));
    expect(await screen.findByText('Select a Chat')).toBeVisible();
  });
});

describe('a chat', () => {
  it('shows who said what, with days and a line where the new ones begin, and marks them as read', async () => {
    const { reads } = serveChats({
      messages: [
        messageOf(1),
        messageOf(2, { timestamp: '2023-02-26T08:00:00.000Z' }),
        messageOf(3, {
          senderId: CHIDI.id,
          senderName: CHIDI.name,
          senderRole: 'State Admin',
          role: 'state_admin',
          timestamp: '2023-02-26T08:01:00.000Z',
        }),
      ],
      channels: [channelOf({ unreadCount: 1, readThrough: 2 })],
    });
    renderConsole(IKEJA_PAGE);
    expect((await rowTexts()).map((text) => text.replace(/Actions.*$/, ''))).toEqual([
      '25/02/2023',
      'BABola Ade Ward Admin 09:01Message 1',
      '26/02/2023',
      'BABola Ade Ward Admin 09:00Message 2',
      'New messages',
      'COChidi Okoro State Admin 09:01Message 3',
    ]);
    expect(screen.getByText('State Admin')).toHaveAttribute('data-role', 'state_admin');
    await waitFor(() => expect(reads().map(({ body }) => body)).toEqual([{ upTo: 3 }]));
    await waitFor(() => expect(screen.getByText('1 chat')).toBeVisible());
  });

  it('shows mark-up in names and messages as text, and links as links', async () => {
    const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    serveChats({
      messages: [
        messageOf(1, { senderName: evil, content: `${evil} https://inec.gov.ng/x. javascript:alert(1)` }),
        messageOf(2, { content: '\u202eesrever \u0627\u0644\u0633\u0644\u0627\u0645' + '\u0301'.repeat(200) }),
      ],
    });
    renderConsole(IKEJA_PAGE);
    const region = await findLog();
    expect(await within(region).findAllByText(evil, { exact: false })).not.toHaveLength(0);
    expect(region.querySelector('img, script')).toBeNull();
    const links = within(region).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://inec.gov.ng/x']);
    expect(links[0]).toHaveAttribute('rel', 'noopener noreferrer');
    expect(document.title).toMatch(/^Group Chats/);
  });

  it('shows what others write as it arrives, and announces it to screen readers', async () => {
    const { store } = serveChats({ messages: messagesTo(2) });
    renderConsole(IKEJA_PAGE);
    await screen.findByText('Message 2');
    store.messages = messagesTo(3);
    announced(3);
    expect(await within(await findLog()).findByText('Message 3')).toBeVisible();
    expect(await screen.findByText('Bola Ade: Message 3')).toHaveAttribute('role', 'status');
  });

  it('shows what was written after the list was read and before the stream was open', async () => {
    const { store } = serveChats({ messages: [] });
    setStreamState('connecting');
    renderConsole(IKEJA_PAGE);
    await screen.findByText('No messages yet');
    store.messages = messagesTo(1);
    act(() => setStreamState('open'));
    expect(await within(await findLog()).findByText('Message 1')).toBeVisible();
  });

  it('leaves a trace of what was taken out meanwhile', async () => {
    const { store } = serveChats({ messages: messagesTo(3) });
    renderConsole(IKEJA_PAGE);
    await screen.findByText('Message 2');
    const removedBy = { ...CHIDI, id: CHIDI.id as UserId };
    store.messages = store.messages.map((message) =>
      message.id === 2
        ? messageOf(2, { state: 'removed', content: null, removedBy, reason: 'Names a voter' })
        : message,
    );
    announced(2);
    expect(await screen.findByText('Removed by Chidi Okoro (State Admin): Names a voter')).toBeVisible();
    expect(screen.queryByText('Message 2')).not.toBeInTheDocument();
  });

  it('goes back page by page with the button, too', async () => {
    const { pages } = serveChats({ messages: messagesTo(120) });
    const { user } = renderConsole(IKEJA_PAGE);
    await screen.findByText('Message 71');
    await user.click(screen.getByRole('button', { name: 'Older messages' }));
    expect(await screen.findByText('Message 21')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Older messages' }));
    expect(await screen.findByText('Message 1')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Older messages' })).not.toBeInTheDocument();
    expect(pages().map(({ query }) => query.get('before'))).toEqual([null, '71', '21']);
  });

  it('never moves what is read: new ones wait behind a button', async () => {
    const { store } = serveChats({ messages: messagesTo(60), channels: [channelOf({ readThrough: 60 })] });
    const { user } = renderConsole(IKEJA_PAGE);
    await screen.findByText('Message 60');
    const region = await findLog();
    let top = 1000;
    Object.defineProperties(region, {
      scrollHeight: { get: () => 3000 },
      clientHeight: { get: () => 600 },
      scrollTop: {
        get: () => top,
        set: (next: number) => {
          top = Math.min(next, 2400);
        },
      },
    });
    fireEvent.scroll(region);
    store.messages = messagesTo(61);
    store.channels = [channelOf({ readThrough: 60, unreadCount: 1 })];
    announced(61);
    await user.click(await screen.findByRole('button', { name: '1 new message' }));
    expect(top).toBe(2400);
    expect(screen.queryByRole('button', { name: /new message/ })).not.toBeInTheDocument();
  });

  it('opens at a message that a search found', async () => {
    const { pages } = serveChats({ messages: messagesTo(300) });
    const { user } = renderConsole('/communications');
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'message 77');
    const found = await screen.findByRole('region', { name: 'Messages found' });
    await user.click(await within(found).findByRole('link', { name: /Bola Ade in Ikeja LGA/ }));
    const hit = await within(await findLog()).findByText('Message 77');
    expect(hit.closest('[data-target]')).not.toBeNull();
    expect(pages().at(-1)?.query.get('around')).toBe('77');
  });

  it('is muted and unmuted', async () => {
    const { calls } = serveChats({ messages: messagesTo(1) });
    const { user } = renderConsole(IKEJA_PAGE);
    await user.click(await screen.findByRole('button', { name: 'Mute Ikeja LGA' }));
    expect(await screen.findByRole('button', { name: 'Unmute Ikeja LGA' })).toBeVisible();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ muted: true });
    expect(await screen.findByText(/Ikeja LGA is muted/)).toBeVisible();
  });

  it('points to results that the reader may see, and hides others', async () => {
    serveChats({
      messages: [
        messageOf(1, {
          content: '',
          link: {
            type: 'result',
            id: freshId(),
            title: 'Result of Seriki Aro',
            place: 'Ipodo, Ikeja, Lagos',
            status: 'verified',
            source: 'official',
            totalVotes: 1140,
            leading: 'LP',
            desk: false,
            path: '/pu/24-11-05-003',
          },
        }),
        messageOf(2, { content: 'And this?', link: { type: 'hidden' } }),
      ],
    });
    renderConsole(IKEJA_PAGE);
    const card = await screen.findByRole('link', { name: 'Result of Seriki Aro' });
    expect(card).toHaveAttribute('href', '/pu/24-11-05-003');
    expect(screen.getByText('Official count · 1,140 votes · leading: LP')).toBeVisible();
    expect(screen.getByText('Verified')).toBeVisible();
    expect(screen.getByText('You may not see what this message points to.')).toBeVisible();
  });
});

it('shows the picture of a sender who has one, and the initials of others', async () => {
  const name = '0190a0b0-0000-7000-8000-00000000000f.jpg';
  const picture = () =>
    new Response(new Blob(['x'], { type: 'image/jpeg' }), { headers: { 'content-type': 'image/jpeg' } });
  stubUploads();
  serveChats(
    {
      messages: [
        messageOf(1, { senderPictureUrl: `/api/profile-pictures/${name}` }),
        messageOf(2, { senderId: CHIDI.id, senderName: CHIDI.name }),
      ],
    },
    { [`GET /profile-pictures/${name}`]: picture },
  );
  renderConsole(IKEJA_PAGE);
  const log = await findLog();
  const rowOf = (text: string) => within(log).getByText(text).closest('li');
  await waitFor(() =>
    expect(rowOf('Message 1')?.querySelector('img') ?? log).toHaveAttribute('src', expect.stringMatching(/^blob:/)),
  );
  expect(rowOf('Message 2')).toHaveTextContent(/^C/);
  expect(rowOf('Message 2')?.querySelector('img')).toBeNull();
});
