import { ElectionList } from '@ec/contract/elections/schemas';
import { Location, LocationList } from '@ec/contract/geography/schemas';
import { Result, ResultList } from '@ec/contract/results/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { IKEJA, IKEJA_PAGE, ME, messagesTo, serveChats } from '../../../../test/chats.ts';
import { stubEventSource } from '../../../../test/event-source.ts';
import { signedInOnDevice } from '../../../../test/people.ts';
import { renderConsole } from '../../../../test/render.tsx';
import { resultOf } from '../../../../test/results.ts';
import { ok, refuse } from '../../../../test/server.ts';
import { locationOf } from '../../../../test/users.ts';
import { dropDraft } from '../../../lib/device/drafts.ts';
import { outbox } from './sending.ts';

beforeEach(async () => {
  stubEventSource();
  signedInOnDevice();
  for (const { key } of outbox.list()) await outbox.discard(key);
  await dropDraft(`${ME}/chat/${IKEJA}`);
});

const box = () => screen.findByRole('textbox', { name: 'Message to Ikeja LGA' });

describe('what a message points to', () => {
  it('is chosen among the results of the area', async () => {
    const result = Result.parse(resultOf());
    const { calls, sent } = serveChats(
      { messages: messagesTo(1) },
      {
        'GET /results': () => ok(ResultList, { results: [result], total: 1 }),
        'GET /elections': () => ok(ElectionList, { elections: [], total: 0 }),
        'GET /locations': () => ok(LocationList, { locations: [], total: 0 }),
      },
    );
    const { user } = renderConsole(IKEJA_PAGE);
    await box();
    await user.click(screen.getByRole('button', { name: 'Attach result or polling unit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Attach result or polling unit' });
    await user.type(within(dialog).getByRole('searchbox', { name: /Search results/ }), 'Seriki');
    await waitFor(() => expect(calls.findLast(({ path }) => path === '/results')?.query.get('q')).toBe('Seriki'));
    await user.click(
      await within(dialog).findByRole('button', { name: /^Seriki Aro \(24-11-05-003\).*140 votes.*Awaiting review$/ }),
    );
    expect(screen.getByRole('list', { name: 'Attached' })).toHaveTextContent('Result of Seriki Aro (24-11-05-003)');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(sent()[0]?.body).toMatchObject({ content: '', link: { type: 'result', id: result.id } }),
    );
  });

  it('is a polling unit that is typed or stepped down to', async () => {
    const unit = { ...locationOf('24-11-05-003'), name: 'Seriki Aro' };
    const { sent } = serveChats(
      { messages: messagesTo(1) },
      {
        'GET /results': () => ok(ResultList, { results: [], total: 0 }),
        'GET /elections': () => ok(ElectionList, { elections: [], total: 0 }),
        'GET /locations': () => ok(LocationList, { locations: [unit], total: 1 }),
        [`GET /locations/${unit.id}`]: () => ok(Location, unit),
      },
    );
    const { user } = renderConsole(IKEJA_PAGE);
    await box();
    await user.click(screen.getByRole('button', { name: 'Attach result or polling unit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Attach result or polling unit' });
    expect(within(dialog).getByRole('button', { name: 'Attach polling unit' })).toBeDisabled();
    await user.type(within(dialog).getByRole('combobox', { name: 'Place' }), 'seriki');
    await user.click(await screen.findByRole('option', { name: /^Seriki Aro/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Attach polling unit' }));
    await user.click(await screen.findByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent()[0]?.body).toMatchObject({ link: { type: 'polling_unit', id: unit.id } }));
  });

  it('is the only unit of an officer without a choice', async () => {
    const { sent } = serveChats({ role: 'polling_unit_officer', messages: messagesTo(1) });
    const { user } = renderConsole(IKEJA_PAGE);
    await box();
    await user.click(screen.getByRole('button', { name: 'Attach result or polling unit' }));
    await user.click(await screen.findByRole('button', { name: 'Attach polling unit' }));
    await user.click(await screen.findByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent()[0]?.body).toMatchObject({ link: { type: 'polling_unit' } }));
  });

  it('is no unit outside the area, whose code stays in the words', async () => {
    const { sent } = serveChats({ messages: messagesTo(1) });
    const { user } = renderConsole(IKEJA_PAGE);
    await user.type(await box(), 'Compare 25-01-01-001{Enter}');
    expect(sent()[0]?.body).toMatchObject({ content: 'Compare 25-01-01-001', link: null });
  });

  it('can be left out where the server does not take it, and the words go', async () => {
    const { sent } = serveChats({ messages: messagesTo(1), refusals: [() => refuse('MESSAGE_LINK_NOT_FOUND')] });
    const { user } = renderConsole(IKEJA_PAGE);
    await user.type(await box(), 'Look at 24-11-05-003{Enter}');
    expect(await screen.findByText(/^Not sent: The result or polling unit was not found/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send without the link' }));
    await waitFor(() => expect(sent()[1]?.body).toMatchObject({ content: 'Look at 24-11-05-003', link: null }));
    expect(sent()[1]?.headers.get('idempotency-key')).not.toBe(sent()[0]?.headers.get('idempotency-key'));
    await waitFor(() => expect(screen.queryByText(/^Not sent/)).not.toBeInTheDocument());
  });
});
