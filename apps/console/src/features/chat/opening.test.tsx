import type { UserId } from '@ec/contract/base/common';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  BOLA,
  channelOf,
  findLog,
  IKEJA,
  IKEJA_PAGE,
  LAGOS,
  ME,
  messageOf,
  messagesTo,
  serveChats,
} from '../../../test/chats.ts';
import { stubEventSource, TestEventSource } from '../../../test/event-source.ts';
import { signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { refuse } from '../../../test/server.ts';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { publish } from '../../lib/stream/stream.ts';
import { outbox } from './composer/sending.ts';

beforeEach(async () => {
  stubEventSource();
  signedInOnDevice();
  for (const { key } of outbox.list()) await outbox.discard(key);
});

const wide = window.matchMedia;
afterEach(() => void vi.stubGlobal('matchMedia', wide));

const phone = (query: string) => Object.assign(wide(query), { matches: query === belowWidth('md') });

describe('a chat', () => {
  it('with much that is unread opens where the reader left it', async () => {
    const { pages } = serveChats({
      messages: messagesTo(300),
      channels: [channelOf({ readThrough: 100, unreadCount: 100 })],
    });
    renderConsole(IKEJA_PAGE);
    expect(await screen.findByText('Message 100')).toBeInTheDocument();
    expect(pages()[0]?.query.get('around')).toBe('100');
    const items = within(await findLog()).getAllByRole('listitem');
    const line = items.findIndex(({ textContent }) => textContent === 'New messages');
    expect(items[line + 1]).toHaveTextContent('Message 101');
    expect(screen.getByRole('button', { name: /new messages|Newest messages/ })).toBeVisible();
  });

  it('goes to its end with a button, and says no more than it knows until then', async () => {
    serveChats({ messages: messagesTo(300), channels: [channelOf({ readThrough: 100, unreadCount: 100 })] });
    const { user } = renderConsole(IKEJA_PAGE);
    await user.click(await screen.findByRole('button', { name: /new messages|Newest messages/ }));
    expect(await screen.findByText('Message 300')).toBeInTheDocument();
    expect(screen.queryByText('Message 100')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /new messages|Newest messages/ })).not.toBeInTheDocument();
  });

  it('is caught up with after the stream was down: what came, and what was taken out', async () => {
    const { store } = serveChats({ messages: messagesTo(3) });
    renderConsole(IKEJA_PAGE);
    await screen.findByText('Message 3');
    await waitFor(() => expect(TestEventSource.opened).not.toHaveLength(0));
    act(() => TestEventSource.latest().open());
    act(() => TestEventSource.latest().fail());
    store.messages = [messageOf(1), messageOf(2, { state: 'withdrawn', content: null }), messageOf(3), messageOf(4)];
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(TestEventSource.opened.length).toBeGreaterThan(1));
    act(() => TestEventSource.latest().open());
    expect(await screen.findByText('Message 4')).toBeInTheDocument();
    expect(screen.getByText('Bola Ade withdrew this message.')).toBeInTheDocument();
  });

  it('is a page of its own on a phone, with a way back to where one was in the list', async () => {
    vi.stubGlobal('matchMedia', phone);
    serveChats({ messages: messagesTo(1) });
    const { user } = renderConsole('/communications');
    await user.click(await screen.findByRole('link', { name: /Ikeja LGA/ }));
    const title = await screen.findByRole('heading', { level: 1, name: 'Ikeja LGA' });
    await waitFor(() => expect(title).toHaveFocus());
    expect(screen.queryByRole('list', { name: 'Chats' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'All chats' }));
    await waitFor(() => expect(screen.getByRole('link', { name: /Ikeja LGA/ })).toHaveFocus());
  });
});

it('what could not be sent before the chat was lost is the writer’s to read and throw away', async () => {
  serveChats({ messages: messagesTo(1) }, { [`POST /chat/channels/${LAGOS}/messages`]: () => refuse('NOT_FOUND') });
  await outbox.post({
    userId: ME,
    channelId: LAGOS,
    content: 'To Lagos',
    mentions: [],
    link: null,
    linkLabel: null,
    photo: null,
  });
  const { user } = renderConsole('/communications');
  expect(await screen.findByText(/1 message could not be sent: you are no longer in that chat/)).toBeVisible();
  expect(screen.getByText('To Lagos')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText('To Lagos')).not.toBeInTheDocument());
});

it('the menu counts what is unread, on whatever page one is', async () => {
  const { store } = serveChats({ channels: [channelOf({ readThrough: 3 })] });
  renderConsole('/account');
  const menu = await screen.findByRole('navigation', { name: 'Main' });
  await waitFor(() => expect(within(menu).getByRole('link', { name: 'Group Chats' })).toBeVisible());
  await waitFor(() => expect(store.channels).toHaveLength(1));
  store.channels = [channelOf({ readThrough: 3, unreadCount: 1 })];
  act(() => publish({ type: 'chat', channelId: IKEJA, messageId: 4, senderId: BOLA.id as UserId }));
  await waitFor(() =>
    expect(within(menu).getByRole('link', { name: /^Group Chats/ })).toHaveTextContent('Group Chats 1 unread'),
  );
});
