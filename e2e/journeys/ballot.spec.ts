import { accountOf, officerOf } from '../support/accounts.ts';
import { callApi } from '../support/people.ts';
import { expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const LONG = 'African Democratic Congress of the Peoples (Nigeria)';
const CANDIDATE = 'Chukwuemeka Oluwaseun Abdulrahman-Olanipekun';
const HEAD = 'party_code,party_name,colour,order,constituency_code,candidate';
const GOOD = `ADCP,${LONG},#15803d,1,,${CANDIDATE}`;
const csv = (...lines: string[]) => ({
  name: 'ballot.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEAD, ...lines].join('\n')),
});

test('a ballot is imported from a file with a bad line, mended and saved; the sheet has its order', async ({
  people,
}) => {
  const account = officerOf('denied');
  const page = await people.enter(accountOf('national_admin'));
  const name = 'Council of the ballot';
  const electionDate = '2027-04-16';
  const lga = account.area.split('-').slice(0, 2).join('-');
  const body = { name, type: 'local_government', electionDate, areas: [lga] };
  const { id } = await callApi<{ id: string }>(page, 'POST', '/elections', body);

  await page.goto(`/elections/${id}/ballot`);
  await expect(page.getByRole('heading', { level: 1, name: 'Ballot' })).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const file = page.getByLabel('File of parties and candidates');
  await file.setInputFiles(csv(GOOD, 'APC,,blue,2,,', 'LP,,,3,,'));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('alert')).toContainText('Lines to mend: 1 of 3');
  await expect(page.getByText('Give the colour as #', { exact: false })).toBeVisible();
  await expectGoodScreen(page);

  await page.getByRole('button', { name: 'Choose another file' }).click();
  await file.setInputFiles(csv(GOOD, 'APC,,,2,,', 'LP,,,3,,'));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Save this ballot' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Candidate of ADCP' })).toHaveValue(CANDIDATE);
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Move LP up' }).press('Enter');
  await page.getByRole('button', { name: 'Save ballot' }).click();
  await expect(page.getByText(/version 2, saved/)).toBeVisible();

  for (const to of ['scheduled', 'live']) await callApi(page, 'POST', `/elections/${id}/transition`, { to });
  const officer = await people.enter(account);
  await officer.goto(`/submit-results?election=${id}`);
  const votes = officer.getByRole('region', { name: 'Votes', exact: true });
  await expect(votes.getByText(`${LONG} · ${CANDIDATE}`)).toBeVisible();
  const fields = votes.getByRole('textbox');
  for (const [index, party] of ['ADCP', 'LP', 'APC', 'Others'].entries())
    await expect(fields.nth(index)).toHaveAccessibleName(party);
  await expectGoodScreen(officer);

  const sheet = { electionId: id, pollingUnitId: account.area, accreditedVoters: 50, voidVotes: 1 };
  const figures = { ...sheet, votes: { ADCP: 20, LP: 10, APC: 5, Others: 0 } };
  await callApi(officer, 'POST', '/results', figures, { 'idempotency-key': `ballot-${id}` });
  await page.reload();
  await expect(page.getByText('1 result was sent on this ballot', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move LP up' })).toBeHidden();
  await page.getByRole('textbox', { name: 'Candidate of LP' }).fill('Ada Obi');
  await page.getByRole('button', { name: 'Save ballot' }).click();
  await expect(page.getByText('Say why the ballot changes after results were sent').first()).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Substituted by the party');
  await page.getByRole('button', { name: 'Save ballot' }).click();
  await expect(page.getByText('Reason of this version: Substituted by the party')).toBeVisible();

  // Other journeys find one election at the unit.
  for (const to of ['completed', 'archived']) await callApi(page, 'POST', `/elections/${id}/transition`, { to });
});
