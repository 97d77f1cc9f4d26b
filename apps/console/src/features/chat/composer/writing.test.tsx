import { ChatMessage, MessageList } from '@ec/contract/chat/schemas';
import type { UserId } from '@ec/contract/base/common';
import { StoredFile } from '@ec/contract/files/schemas';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  channelOf,
  CHIDI,
  findLog,
  IKEJA,
  IKEJA_PAGE,
  LAGOS,
  ME,
  messageOf,
  messagesTo,
  noNetwork,
  rowTexts,
  serveChats,
} from '../../../../test/chats.ts';
import { stubEventSource } from '../../../../test/event-source.ts';
import { signedInOnDevice } from '../../../../test/people.ts';
import { renderConsole } from '../../../../test/render.tsx';
import { freshId } from '../../../../test/results.ts';
import { ok, refuse } from '../../../../test/server.ts';
import { imageFile, stubUploads } from '../../../../test/uploads.ts';
import { dropDraft } from '../../../lib/device/drafts.ts';
import { outbox } from './sending.ts';

beforeEach(async () => {
  stubEventSource();
  signedInOnDevice();
  for (const { key } of outbox.list()) await outbox.discard(key);
  await dropDraft(`${ME}/chat/${IKEJA}`);
});

const box = () => screen.findByRole('textbox', { name: 'Message to Ikeja LGA' });

describe('writing', () => {
  it('sends with Enter, breaks the line with Shift+Enter, and shows that it was sent', async () => {
    const { sent } = serveChats({ messages: messagesTo(1) });
    const { user } = renderConsole(IKEJA_PAGE);
    expect(await screen.findByRole('button', { name: 'Send' })).toBeDisabled();
    await user.type(await box(), 'First{Shift>}{Enter}{/Shift}second{Enter}');
    expect(sent()[0]?.body).toEqual({ content: 'First\nsecond', link: null, fileId: null, mentions: [] });
    expect(await box()).toHaveValue('');
    await waitFor(async () => expect((await rowTexts()).at(-1)).toMatch(/^You LGA Admin .*First\nsecond.*Sent$/));
    expect(sent()).toHaveLength(1);
  });

  it('sends nothing that shows nothing, and nothing too long', async () => {
    const { sent } = serveChats({ messages: messagesTo(1) });
    const { user } = renderConsole(IKEJA_PAGE);
    await user.type(await box(), ' \u200b {Enter}');
    expect(sent()).toHaveLength(0);
    fireEvent.change(await box(), { target: { value: 'x'.repeat(2034) } });
    expect(screen.getByText('2,034 of 2,000 characters: shorten it by 34')).toBeVisible();
    await user.type(await box(), '{Enter}');
    expect(sent()).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
  });

  it('waits without network and goes out once when it is back, with the same key', async () => {
    let network = false;
    const { store, sent } = serveChats(
      { messages: messagesTo(1) },
      {
        [`POST /chat/channels/${IKEJA}/messages`]: (call) => {
          if (!network) return noNetwork();
          const { content } = call.body as { content: string };
          const own = { senderId: ME as UserId, senderName: 'Ada Obi', role: 'lga_admin', senderRole: 'LGA Admin' };
          const message = messageOf(store.messages.length + 1, {
            ...own,
            content,
            key: call.headers.get('idempotency-key'),
          });
          store.messages = [...store.messages, message];
          return ok(ChatMessage, message, 201);
        },
      },
    );
    const { user } = renderConsole(IKEJA_PAGE);
    await user.type(await box(), 'one{Enter}two{Enter}');
    expect(await screen.findByText(/Waiting for network, kept on this device/)).toBeVisible();
    network = true;
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(async () => expect((await rowTexts()).filter((text) => text.endsWith('Sent'))).toHaveLength(2));
    expect(store.messages.slice(1).map(({ content }) => content)).toEqual(['one', 'two']);
    const keys = sent().map((call) => call.headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
    expect(screen.queryByText(/Waiting/)).not.toBeInTheDocument();
  });

  it('says why the server refused, and leaves it to the person to try again or discard', async () => {
    serveChats(
      { messages: messagesTo(1) },
      { [`POST /chat/channels/${IKEJA}/messages`]: () => refuse('ROLE_DENIED', { required: ['LGA Admin'] }) },
    );
    const { user } = renderConsole(IKEJA_PAGE);
    await user.type(await box(), 'Hello{Enter}');
    expect(await screen.findByText(/^Not sent:/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard what was not sent?' });
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByText('Hello')).not.toBeInTheDocument());
  });

  it('keeps what is typed for each chat until it is sent', async () => {
    serveChats(
      {
        messages: messagesTo(1),
        channels: [channelOf(), channelOf({ id: LAGOS, name: 'Lagos', type: 'state' })],
      },
      {
        [`GET /chat/channels/${LAGOS}/messages`]: () =>
          ok(MessageList, { messages: [], hasOlder: false, hasNewer: false }),
      },
    );
    const { user, router } = renderConsole(IKEJA_PAGE);
    await user.type(await box(), 'Half a sent');
    await act(() => router.navigate('/account'));
    await act(() => router.navigate(`/communications?channel=${LAGOS}`));
    expect(await screen.findByRole('textbox', { name: 'Message to Lagos' })).toHaveValue('');
    await act(() => router.navigate(IKEJA_PAGE));
    await waitFor(async () => expect(await box()).toHaveValue('Half a sent'));
    await user.clear(await box());
  });

  it('mentions a member who is chosen by keys', async () => {
    const { sent } = serveChats({ messages: messagesTo(1) });
    const { user } = renderConsole(IKEJA_PAGE);
    await user.type(await box(), 'Ask @');
    const list = await screen.findByRole('listbox', { name: 'Members to mention' });
    expect(within(list).getAllByRole('option')).toHaveLength(2);
    await user.keyboard('{ArrowDown}');
    const [, chidi] = within(list).getAllByRole('option');
    expect(chidi).toHaveAttribute('aria-selected', 'true');
    expect(await box()).toHaveAttribute('aria-activedescendant', chidi?.id);
    await user.keyboard('{Enter}');
    expect(await box()).toHaveValue('Ask @Chidi Okoro ');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await user.keyboard('please{Enter}');
    expect(sent()[0]?.body).toMatchObject({ content: 'Ask @Chidi Okoro please', mentions: [CHIDI.id] });
    const name = await within(await findLog()).findByText('@Chidi Okoro');
    expect(name.tagName).toBe('STRONG');
  });

  it('closes the list of members with Escape and then sends with Enter', async () => {
    const { sent } = serveChats({ messages: messagesTo(1) });
    const { user } = renderConsole(IKEJA_PAGE);
    await user.type(await box(), '@bo');
    await screen.findByRole('option', { name: /Bola Ade/ });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(sent()[0]?.body).toMatchObject({ content: '@bo', mentions: [] });
  });

  it('attaches the polling unit whose code is typed, and takes it off again', async () => {
    const { sent } = serveChats({ messages: messagesTo(1) });
    const { user } = renderConsole(IKEJA_PAGE);
    await user.type(await box(), 'See 24-11-05-003 ');
    const attached = screen.getByRole('list', { name: 'Attached' });
    expect(attached).toHaveTextContent('Polling unit 24-11-05-003');
    await user.click(within(attached).getByRole('button', { name: 'Remove link' }));
    await user.type(await box(), 'now{Enter}');
    expect(sent()[0]?.body).toMatchObject({ content: 'See 24-11-05-003 now', link: null });
    await user.type(await box(), '24-11-05-003{Enter}');
    expect(sent()[1]?.body).toMatchObject({ link: { type: 'polling_unit' } });
  });

  it('keeps what is typed while a picture is looked into', async () => {
    stubUploads();
    serveChats({ messages: messagesTo(1) });
    renderConsole(IKEJA_PAGE);
    const text = await box();
    await waitFor(() => expect(screen.getByLabelText('Attach a picture: file')).toBeInTheDocument());
    fireEvent.change(screen.getByLabelText('Attach a picture: file'), { target: { files: [imageFile()] } });
    fireEvent.change(text, { target: { value: 'Typed meanwhile' } });
    expect(await screen.findByRole('button', { name: 'Remove picture' })).toBeVisible();
    expect(text).toHaveValue('Typed meanwhile');
  });

  it('sends a picture before the words, and refuses what is none', async () => {
    stubUploads();
    const id = freshId();
    const { sent } = serveChats(
      { messages: messagesTo(1) },
      {
        'POST /chat/files': () =>
          ok(StoredFile, { id, sha256: 'a'.repeat(64), size: 2000, type: 'image/jpeg', width: 10, height: 10 }, 201),
      },
    );
    const { user } = renderConsole(IKEJA_PAGE);
    await box();
    const input = screen.getByLabelText('Attach a picture: file');
    fireEvent.change(input, { target: { files: [imageFile('image/gif')] } });
    expect(await screen.findByRole('alert')).toHaveTextContent(/PNG|JPG|image/);
    fireEvent.change(input, { target: { files: [imageFile()] } });
    expect(await screen.findByAltText('What you attached')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent()[0]?.body).toMatchObject({ content: '', fileId: id }));
    expect(await screen.findByRole('button', { name: 'Open the picture attached by Ada Obi' })).toBeVisible();
  });

  it('is closed to those who may only read', async () => {
    serveChats({ messages: messagesTo(1), channels: [channelOf({ can: { send: false } })] });
    renderConsole(IKEJA_PAGE);
    expect(await screen.findByText('You may read this chat, but not write in it.')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: /^Message to/ })).not.toBeInTheDocument();
  });
});
