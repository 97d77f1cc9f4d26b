import { Me } from '@ec/contract/auth/schemas';
import { ancestorOf, codeOf, parentOf } from '@ec/contract/geography/location-id';
import { LocationList } from '@ec/contract/geography/schemas';
import {
  type AffectedUnit,
  AffectedUnitDetail,
  AffectedUnitList,
  PvcImport,
} from '@ec/contract/margin-of-lead/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { electionOf, electionsAnswer } from '../../../test/elections.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, person, signedInOnDevice } from '../../../test/people.ts';
import { onPhone } from '../../../test/phone.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId, UNIT } from '../../../test/results.ts';
import { ok, refuse, serve } from '../../../test/server.ts';

const ELECTION = freshId();
const ID = freshId();
const [name, code] = ['Seriki Aro', codeOf(UNIT)];
const THIRD = ancestorOf(UNIT, 'lga') ?? UNIT;

const NONE = { count: 0, lines: [] };
let page: ReturnType<typeof renderConsole>;

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

const unitOf = (change: Partial<z.input<typeof AffectedUnit>> = {}): z.input<typeof AffectedUnit> => ({
  id: ID,
  electionId: ELECTION,
  pollingUnitId: UNIT,
  code,
  name,
  chain: [],
  kind: 'not_held',
  ground: 'No materials came',
  pvcCollected: null,
  registeredVoters: 500,
  countsForMargin: true,
  atStake: 500,
  upperBound: true,
  resultId: null,
  resultStatus: null,
  fileIds: [],
  version: 3,
  recordedBy: { id: person('lga_admin').id, name: 'Chidi Okoro', role: 'lga_admin' },
  updatedAt: '2027-02-20T18:40:00.000Z',
  can: { edit: true },
  ...change,
});
const detail = (change: Partial<z.input<typeof AffectedUnit>> = {}) =>
  ok(AffectedUnitDetail, { ...unitOf(change), withdrawn: false, entries: [] });

function openPage(units: z.input<typeof AffectedUnit>[], handlers: Parameters<typeof serve>[0] = {}) {
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('lga_admin')),
    'GET /elections': () => electionsAnswer([electionOf({ id: ELECTION })]),
    'GET /locations': () => ok(LocationList, { locations: [], total: 0 }),
    'GET /margin-of-lead/units': () => ok(AffectedUnitList, { units, total: units.length, can: { record: true } }),
    ...handlers,
  });
  page = renderConsole(`/affected-units?election=${ELECTION}`);
  return calls;
}

it('lists what is at stake, marks upper bounds, and says which units came from a review', async () => {
  const obstructed = { kind: 'zero_by_obstruction' as const, countsForMargin: false, atStake: 0, upperBound: false };
  openPage([
    unitOf(),
    unitOf({ id: freshId(), pollingUnitId: parentOf(UNIT) ?? UNIT, code: '24-11-05-004', ...obstructed }),
    unitOf({
      id: null,
      pollingUnitId: THIRD,
      code: '24-11-05-005',
      kind: 'cancelled_overvoting',
      recordedBy: null,
      can: { edit: false },
    }),
  ]);
  const rows = await screen.findAllByRole('row', { name: /Seriki Aro/ });
  expect(rows[0]).toHaveTextContent('Election did not hold');
  expect(rows[0]).toHaveTextContent('500 (upper bound)');
  expect(rows[1]).toHaveTextContent('Does not count');
  expect(rows[2]).toHaveTextContent('Cancelled for over-voting');
  expect(rows[2]).toHaveTextContent('Review');
  expect(within(rows[2] ?? document.body).queryByRole('button')).not.toBeInTheDocument();
});

it('records a unit, and marks the fields that the server refuses', async () => {
  let refused = true;
  const calls = openPage([], {
    'POST /margin-of-lead/units': () => (refused ? refuse('UNIT_ALREADY_AFFECTED') : detail()),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Record a unit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Record a unit that did not hold' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Record unit' }));
  expect((await within(dialog).findAllByText('Give the code of the polling unit')).length).toBeGreaterThan(0);
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Polling unit' }), { target: { value: code } });
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Ground' }), { target: { value: 'No materials came' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Record unit' }));
  expect(await within(dialog).findByText(/recorded already in this election/)).toBeVisible();
  refused = false;
  fireEvent.click(within(dialog).getByRole('button', { name: 'Record unit' }));
  expect(await screen.findByText(`${code} was recorded.`)).toBeVisible();
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    electionId: ELECTION,
    pollingUnitId: code,
    kind: 'not_held',
    ground: 'No materials came',
    pvcCollected: null,
    fileIds: [],
  });
});

it('withdraws a record with a reason, from a card on the phone', async () => {
  onPhone();
  const calls = openPage([unitOf()], { [`POST /margin-of-lead/units/${ID}/withdraw`]: () => detail() });
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${code}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: `Withdraw ${code}` }));
  const dialog = await screen.findByRole('dialog', { name: `Withdraw the record of ${code}?` });
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), {
    target: { value: 'It voted after all' },
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText(`The record of ${code} was withdrawn.`)).toBeVisible();
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ version: 3, reason: 'It voted after all' });
});

it('imports PVCs collected from a file: bad lines are named, what changes is shown, and saved with its source', async () => {
  const empty = { stored: false, rows: 2, changes: [], unchanged: 0, notRecorded: 1, warned: NONE, refused: NONE };
  const change = { code, name, before: null, after: 310 };
  const warned = {
    count: 1,
    lines: [{ line: 2, message: `${code}: 310 PVCs collected, and the register has 300 voters` }],
  };
  let answer: z.input<typeof PvcImport> = {
    ...empty,
    refused: { count: 1, lines: [{ line: 3, message: 'X is no code' }] },
  };
  const calls = openPage([unitOf()], { 'POST /margin-of-lead/pvc-import': () => ok(PvcImport, answer) });
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: 'Import PVCs' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import PVCs collected' });
  const file = new File(['unit_code,pvc_collected'], 'pvc.csv', { type: 'text/csv' });
  const choose = async () => {
    await user.upload(within(dialog).getByLabelText('File of PVCs collected'), file);
    await user.type(within(dialog).getByRole('textbox', { name: /Where the numbers come from/ }), 'List of the LGA');
    await user.click(within(dialog).getByRole('button', { name: 'Check the file' }));
  };
  await choose();
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Lines to mend: 1 of 2');
  answer = { ...empty, changes: [change], warned };
  await user.click(within(dialog).getByRole('button', { name: 'Choose another file' }));
  await choose();
  expect(await within(dialog).findByRole('status')).toHaveTextContent('1 unit will change');
  expect(within(dialog).getByText(/the register has 300 voters/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Save these numbers' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const sent = calls.filter(({ path }) => path === '/margin-of-lead/pvc-import').map(({ body }) => body);
  expect(sent.at(-1)).toMatchObject({ electionId: ELECTION, store: true, reason: 'List of the LGA' });
});

it('says of a file that is no CSV what to do, and sends nothing', async () => {
  const calls = openPage([unitOf()]);
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: 'Import PVCs' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import PVCs collected' });
  await user.type(within(dialog).getByRole('textbox', { name: /Where the numbers come from/ }), 'List');
  const field = within(dialog).getByLabelText('File of PVCs collected');
  for (const [content, words] of [
    [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0xff]), /^This is not a CSV file in UTF-8/],
    [new TextEncoder().encode(' \n'), /^The file is empty/],
  ] as const) {
    await user.upload(field, new File([content], 'pvc.csv', { type: 'text/csv' }));
    await user.click(within(dialog).getByRole('button', { name: 'Check the file' }));
    expect(await within(dialog).findByText(words)).toBeVisible();
  }
  await user.upload(field, new File(['x'.repeat(100_001)], 'pvc.csv', { type: 'text/csv' }));
  expect(await within(dialog).findAllByText(/^The file is larger than 97 KB/)).not.toHaveLength(0);
  expect(calls.some(({ path }) => path === '/margin-of-lead/pvc-import')).toBe(false);
});
