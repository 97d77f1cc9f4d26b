import { Me } from '@ec/contract/auth/schemas';
import { DEFAULT_LEVELS } from '@ec/contract/permissions/default-levels';
import { TranscriberAnswer, TranscriberList } from '@ec/contract/second-entry/schemas';
import { UserList } from '@ec/contract/users/schemas';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId } from '../../../test/results.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { placeOf, userOf } from '../../../test/users.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

type Draft = z.input<typeof TranscriberList>['transcribers'][number];
const ID = freshId();
const transcriberOf = (change: Partial<Draft> = {}): Draft => ({
  person: { id: ID, name: 'Tola Bello', role: 'ward_admin' },
  phone: '+2348031234567',
  chain: placeOf('24-11-05').chain,
  counts: { today: 12, entered: 240, wrong: 3 },
  ...change,
});

function open(handlers: Record<string, (call: Call) => Response> = {}, levels = DEFAULT_LEVELS.lga_admin) {
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('lga_admin', { levels })),
    'GET /second-entries/transcribers': () => ok(TranscriberList, { transcribers: [transcriberOf()], total: 1 }),
    ...handlers,
  });
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body }));
  return { ...renderConsole('/second-entries/transcribers'), calls, sent };
}

it('shows who enters sheets, how much, and mistakes beside the number of entries', async () => {
  open();
  const row = await screen.findByRole('row', { name: /Tola Bello/ });
  expect(row).toHaveTextContent('Ward Admin');
  expect(row).toHaveTextContent('Ipodo, Ikeja, Lagos');
  expect(row).toHaveTextContent('12 of 240');
  expect(row).toHaveTextContent('3 of 240');
  expect(within(row).getByRole('link', { name: 'Call Tola Bello, 0803 123 4567' })).toBeVisible();
  expect(screen.getByText(/enters sheets of any area but their own from the photo, sees no figures/)).toBeVisible();
});

it('adds a person who can be one, and says why another cannot', async () => {
  const other = { ...userOf(), id: freshId(), name: 'Grass Roots', role: 'grassroot_admin' as const };
  const national = { ...userOf(), id: freshId(), name: 'All Seeing', assignment: placeOf('NG') };
  const put = `PUT /second-entries/transcribers/${userOf().id}`;
  const answers = [refuse('TRANSCRIBER_UNFIT', { name: 'Bola Ade' }), ok(TranscriberAnswer, { transcriber: true })];
  const { user, sent } = open({
    'GET /users': () => ok(UserList, { users: [userOf(), other, national], total: 3, inScope: 3 }),
    [put]: () => answers.shift() ?? refuse('INTERNAL'),
  });
  await user.click(await screen.findByRole('button', { name: 'Add transcriber' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add transcriber' }));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect((await dialog.findAllByText('Choose the person')).length).toBeGreaterThan(0);
  await user.click(dialog.getByRole('combobox', { name: 'Person' }));
  const fit = await screen.findByRole('option', { name: /Bola Ade/ });
  expect(screen.queryByRole('option', { name: /Grass Roots|All Seeing/ })).not.toBeInTheDocument();
  await user.click(fit);
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect((await dialog.findAllByText(/Bola Ade cannot be a transcriber/)).length).toBeGreaterThan(0);
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Bola Ade is a transcriber.')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(sent()).toEqual([
    { path: put.slice('PUT '.length), body: { transcriber: true } },
    { path: put.slice('PUT '.length), body: { transcriber: true } },
  ]);
});

it('ends the work of one after a confirmation', async () => {
  const { user, sent } = open({
    [`PUT /second-entries/transcribers/${ID}`]: () => ok(TranscriberAnswer, { transcriber: false }),
  });
  await user.click(await screen.findByRole('button', { name: 'End the work of Tola Bello as a transcriber' }));
  const dialog = await screen.findByRole('dialog', { name: 'End the work of Tola Bello?' });
  expect(dialog).toHaveTextContent('Tola Bello can no longer take or enter sheets.');
  await user.click(within(dialog).getByRole('button', { name: 'End' }));
  expect(await screen.findByText('Tola Bello is no longer a transcriber.')).toBeVisible();
  expect(sent()).toEqual([{ path: `/second-entries/transcribers/${ID}`, body: { transcriber: false } }]);
});

it('offers no change to readers, and says what they need', async () => {
  open({}, { ...DEFAULT_LEVELS.lga_admin, user_management: 'read' });
  expect(await screen.findByText('Insufficient Permissions')).toBeVisible();
  expect(await screen.findByRole('row', { name: /Tola Bello/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add transcriber' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^End/ })).not.toBeInTheDocument();
});

it('says what to do while there is none', async () => {
  open({ 'GET /second-entries/transcribers': () => ok(TranscriberList, { transcribers: [], total: 0 }) });
  expect(await screen.findByText('Your area has no transcriber yet.')).toBeVisible();
});
