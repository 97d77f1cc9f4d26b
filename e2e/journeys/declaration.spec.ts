import { twoThirdsOf } from '@ec/contract/elections/declaration-test';
import { accountOf } from '../support/accounts.ts';
import { emptyState, type MadeUnit, unitInEachLga } from '../support/field.ts';
import { callApi } from '../support/people.ts';
import { expectGoodScreen, markPage } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const REGISTERED = 1000;
const LP = 200;
const COLLECTED = 100;
const number = (value: number) => value.toLocaleString('en-NG');

test('a governorship test is open until those who are out can no longer change it, in the room without a reload', async ({
  people,
}) => {
  const room = await people.enter(accountOf('national_admin'));
  const state = await emptyState(room);
  // Their officers take up their accounts before the election is made, so that the office above may decide on what they send.
  const units = await unitInEachLga(room, state.code, REGISTERED);
  const needed = twoThirdsOf(units.length);
  const out = units.length - needed;
  // Where a quarter is reached in two thirds of the LGAs, the lead is a little smaller than the voters who are out.
  const ahead = Math.floor((out * REGISTERED - 50) / needed);
  const election = await callApi<{ id: string }>(room, 'POST', '/elections', {
    name: `Governor of ${state.name}`,
    type: 'gubernatorial',
    electionDate: new Date(Date.now() + 3_600_000).toISOString().slice(0, 10),
    areas: [state.code],
    parties: ['APC', 'LP', 'PDP'],
  });
  const move = async (to: string) => await callApi(room, 'POST', `/elections/${election.id}/transition`, { to });
  for (const to of ['scheduled', 'live']) await move(to);

  const verified = async ({ code, send }: MadeUnit) => {
    const votes = { APC: LP + ahead, LP, PDP: 0, Others: 0 };
    const sheet = { electionId: election.id, pollingUnitId: code, accreditedVoters: 950, votes, voidVotes: 50 };
    const key = { 'idempotency-key': `${election.id} ${code}` };
    const { id, version } = await send<{ id: string; version: number }>('/results', sheet, key);
    await callApi(room, 'POST', `/results/${id}/verify`, { version });
  };
  const row = room.getByRole('table', { name: 'Governorship test by party' }).getByRole('row', { name: /^APC/ });
  const share = `${((100 * (LP + ahead)) / (2 * LP + ahead)).toFixed(1)}%`;
  const expectRow = async (reached: number, meets: string) => {
    const votes = number(reached * (LP + ahead));
    await expect(row.getByRole('cell')).toHaveText([
      votes,
      share,
      String(reached),
      String(units.length - reached),
      meets,
    ]);
  };
  try {
    await room.goto(`/situation-room?election=${election.id}`);
    await expect(room.getByRole('heading', { name: `Governorship test: ${state.name}` })).toBeVisible();
    await expect(room.getByText('No vote is counted on this basis.')).toBeVisible();
    const stayed = await markPage(room);
    await room.getByText('A quarter by LGA', { exact: true }).click();
    const quarters = room.getByRole('table', { name: 'A quarter by LGA' });
    const [first, ...others] = units;
    const [last] = others.slice(-1);
    if (!first || !last) throw new Error(`${state.name} has no LGA`);
    const standing = quarters.getByRole('row', { name: new RegExp(`^${first.lga} `) }).getByRole('cell');
    await expect(standing).toHaveText(['0 of 1', number(REGISTERED), 'Open', 'Open', 'Open']);

    await verified(first);
    await expect(standing.nth(0)).toHaveText('1 of 1');
    await expect(standing.nth(2), 'the strongest party stands first').toHaveText('Reached');
    for (const unit of others.slice(0, needed - 2)) await verified(unit);
    await expectRow(needed - 1, 'Open');
    await expect(room.getByRole('columnheader', { name: `LGAs reached (${needed} needed)` })).toBeVisible();

    // A quarter in two thirds of the LGAs is not enough while the lead is smaller than those who are out.
    for (const unit of others.slice(needed - 2, needed - 1)) await verified(unit);
    await expectRow(needed, 'Open');
    const lead = number(needed * ahead);
    await expect(room.getByText(`APC leads by ${lead} votes before LP.`)).toBeVisible();
    await expect(room.getByText('Not decided by the figures held', { exact: true })).toBeVisible();
    await expectGoodScreen(room);

    // One of the units that are out did not hold, and few of its voters collected their PVCs.
    const record = { kind: 'postponed', ground: 'Materials did not arrive', pvcCollected: COLLECTED };
    const unit = { electionId: election.id, pollingUnitId: last.code };
    await callApi(room, 'POST', '/margin-of-lead/units', { ...record, ...unit });
    await expect(room.getByText('Decided by the figures held', { exact: true })).toBeVisible();
    await expectRow(needed, 'Yes');
    await expect(room.getByText(/100 voters at stake in 1 affected unit; /)).toBeVisible();
    await expect(room.getByText(/APC meets the test whatever is still out/)).toBeVisible();
    await stayed();
    await expectGoodScreen(room);
  } finally {
    // An archived election has no room.
    await room.goto('/dashboard');
    for (const to of ['completed', 'archived']) await move(to);
  }
});
