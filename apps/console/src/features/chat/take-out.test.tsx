import { ChatMessage } from '@ec/contract/chat/schemas';
import { errorText } from '@ec/contract/base/errors';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { IKEJA_PAGE, ME, messageOf, serveChats } from '../../../test/chats.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { ok, refuse } from '../../../test/server.ts';
import { cleanNotices } from '../../../test/users-page.tsx';

beforeEach(() => {
  cleanNotices();
  stubEventSource();
  signedInOnDevice();
});

describe('taking a message out', () => {
  const ownAt = (minutesAgo: number) =>
    messageOf(1, {
      senderId: ME,
      content: 'Wrong figures',
      timestamp: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
      can: { withdraw: true, remove: false },
    });

  it('withdraws what is one’s own, after a question that says how long that is possible', async () => {
    const message = ownAt(2);
    serveChats(
      { messages: [message] },
      { 'POST /chat/messages/1/withdraw': () => ok(ChatMessage, { ...message, state: 'withdrawn', content: null }) },
    );
    const { user } = renderConsole(IKEJA_PAGE);
    await user.click(await screen.findByRole('button', { name: /^Actions for your message/ }));
    await user.click(screen.getByRole('button', { name: /^Withdraw \((8 min 00|7 min 5\d) s left\)/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw this message?' });
    expect(dialog).toHaveTextContent('None of the 240 members of Ikeja LGA sees it any more.');
    expect(dialog).toHaveTextContent(/for another (8 min 00|7 min 5\d) s/);
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw message' }));
    expect(await screen.findByText('You withdrew this message.')).toBeVisible();
    expect(screen.queryByText('Wrong figures')).not.toBeInTheDocument();
  });

  it('is not offered to the sender after ten minutes', async () => {
    serveChats({ messages: [ownAt(11)] });
    const { user } = renderConsole(IKEJA_PAGE);
    await user.click(await screen.findByRole('button', { name: /^Actions for your message/ }));
    expect(screen.getByText('It can no longer be withdrawn.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).not.toBeInTheDocument();
  });

  it('needs a reason from those who moderate, which everybody then reads', async () => {
    const message = messageOf(1, { can: { withdraw: false, remove: true } });
    const { calls } = serveChats(
      { messages: [message] },
      {
        'POST /chat/messages/1/remove': () =>
          ok(ChatMessage, {
            ...message,
            state: 'removed',
            content: null,
            removedBy: { id: ME, name: 'Ada Obi', role: 'lga_admin' },
            reason: 'Names a voter',
          }),
      },
    );
    const { user } = renderConsole(IKEJA_PAGE);
    await user.click(await screen.findByRole('button', { name: /^Actions for the message of Bola Ade/ }));
    await user.click(screen.getByRole('button', { name: 'Remove…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove this message?' });
    const remove = within(dialog).getByRole('button', { name: 'Remove message' });
    expect(remove).toBeDisabled();
    expect(dialog).toHaveTextContent('Give a reason first');
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Names a voter');
    await user.click(remove);
    expect(await screen.findByText('Removed by you: Names a voter')).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('/remove'))?.body).toEqual({ reason: 'Names a voter' });
  });

  it('keeps the reason where it is refused, and says why', async () => {
    const message = messageOf(1, { can: { withdraw: false, remove: true } });
    serveChats({ messages: [message] }, { 'POST /chat/messages/1/remove': () => refuse('UNAVAILABLE') });
    const { user } = renderConsole(IKEJA_PAGE);
    await user.click(await screen.findByRole('button', { name: /^Actions for the message of Bola Ade/ }));
    await user.click(screen.getByRole('button', { name: 'Remove…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove this message?' });
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Names a voter');
    await user.click(within(dialog).getByRole('button', { name: 'Remove message' }));
    const summary = await within(dialog).findByRole('alert');
    expect(summary).toHaveTextContent('The message could not be removed');
    expect(summary).toHaveTextContent(errorText('UNAVAILABLE', {}));
    expect(summary).toHaveFocus();
    expect(within(dialog).getByRole('textbox', { name: /Reason/ })).toHaveValue('Names a voter');
  });
});
