import type { CollationGap } from '@ec/contract/collations/gap';
import type { BlankForm } from '@ec/contract/collations/schemas';
import { fieldNames } from '@ec/contract/collations/figures';
import type { Result } from '@ec/contract/results/schemas';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { SHEET_PHOTO } from '../pages/submit.ts';
import { Shell } from '../pages/shell.ts';
import { accountOf } from '../support/accounts.ts';
import { ask, expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const RAISED = 100;

/** The rows of an EC8B as the units' sheets have them, in the order of the fields; blank where no sheet of ours is counted. */
function linesOf(blank: BlankForm, results: readonly Result[]): (number | null)[][] {
  return blank.children.map(({ code }) => {
    const sheet = results.find(
      ({ pollingUnitCode, status }) => pollingUnitCode === code && (status === 'verified' || status === 'pending'),
    );
    return fieldNames(blank.parties).map((name) => {
      if (!sheet) return null;
      if (name.startsWith('votes.')) return sheet.votes[name.slice('votes.'.length)] ?? 0;
      if (name === 'registered') return sheet.registeredVoters;
      if (name === 'accredited') return sheet.accreditedVoters;
      if (name === 'valid') return sheet.totalVotes - sheet.voidVotes;
      return name === 'rejected' ? sheet.voidVotes : sheet.totalVotes;
    });
  });
}

/** Pastes lines as a spreadsheet copies them. */
async function paste(page: Page, name: string, lines: readonly (number | null)[][]): Promise<void> {
  const text = lines.map((line) => line.map((value) => value ?? '').join('\t')).join('\n');
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const cell = document.querySelector(${JSON.stringify(`[aria-label="${name}"]`)});
    cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
}

test('a changed row of a ward’s form is found, disputed, and is the only step to the form’s figure', async ({
  people,
  isMobile,
}) => {
  test.setTimeout(180_000);
  const ward = accountOf('ward_admin');
  const agent = await people.enter(ward);
  await new Shell(agent).go('Collation');
  await expect(new Shell(agent).title('Collation')).toBeVisible();
  await expectGoodScreen(agent);
  const own = agent.getByRole('list', { name: 'Your forms' }).getByRole('listitem').filter({ hasText: 'EC8B, ' });
  await own.getByRole('link', { name: /^Enter/ }).click();
  await expect(agent.getByRole('button', { name: 'Send the form' })).toBeVisible();
  const election = new URL(agent.url()).searchParams.get('election') ?? '';
  await expectGoodScreen(agent);

  const query = new URLSearchParams({ electionId: election, area: ward.area }).toString();
  const blank = await ask<BlankForm>(agent, `/collations/blank?${query}&formCode=EC8B`);
  const { results } = await ask<{ results: Result[] }>(agent, `/results?${query}&source=official&pageSize=200`);
  const fields = fieldNames(blank.parties);
  const lines = linesOf(blank, results);
  const at = lines.findIndex((line) => line.some((value) => value !== null));
  const unit = blank.children[at];
  const party = blank.parties[0] ?? '';
  if (!unit) throw new Error('The ward has no sheet');
  const changed = [`votes.${party}`, 'valid', 'total'];
  const written = lines.map((line, index) =>
    line.map((value, column) =>
      index === at && changed.includes(fields[column] ?? '') ? (value ?? 0) + RAISED : value,
    ),
  );
  const totals = fields.map((_, column) => written.reduce((sum, line) => sum + (line[column] ?? 0), 0));
  await agent.getByLabel('Photo of a page: file').setInputFiles(SHEET_PHOTO);

  if (isMobile) {
    const row = agent.getByRole('combobox', { name: /^Row / });
    for (const [index, line] of [...written, totals].entries()) {
      if (line.every((value) => value === null)) continue;
      await row.selectOption(blank.children[index]?.code ?? 'totals');
      const boxes = agent.getByRole('group').getByRole('textbox');
      for (const [column, value] of line.entries()) if (value !== null) await boxes.nth(column).fill(String(value));
    }
  } else {
    const [first] = blank.children;
    await paste(agent, `Registered, ${first?.name}`, [...written, totals]);
    await expect(agent.getByText(/filled in from the spreadsheet/)).toBeVisible();
    const stated = totals[fields.indexOf(`votes.${party}`)];
    const name = `${party}, Totals stated on the form: ${stated}`;
    await expect(agent.getByRole('button', { name, exact: true })).toBeVisible();
  }
  await expectGoodScreen(agent);
  await agent.getByRole('button', { name: 'Send the form' }).click();
  await expect(agent.getByText('Received.')).toBeVisible({ timeout: 60_000 });
  await expectGoodScreen(agent);

  // A second page follows, which had been forgotten.
  await agent.goto(`/collations?election=${election}&area=${ward.area}`);
  await agent
    .getByRole('link', { name: /^EC8B, / })
    .first()
    .click();
  await expect(agent.getByRole('heading', { name: 'Add pages' })).toBeVisible();
  const second = await sharp(SHEET_PHOTO).flop().jpeg().toBuffer();
  await agent
    .getByLabel('Photo of a page: file')
    .setInputFiles({ name: 'second.jpg', mimeType: 'image/jpeg', buffer: second });
  await agent.getByRole('button', { name: 'Add 1 page' }).click();
  await expect(agent.getByText(/got page 2$/).first()).toBeVisible();
  // The news of the page may come before the answer, on which the next photo can be chosen.
  await expect(agent.getByRole('button', { name: 'Choose a photo' })).toBeEnabled();
  await expectGoodScreen(agent);

  // The level above hears of it, with both photos.
  const lga = await people.enter(accountOf('lga_admin'));
  await lga.goto(`/collations?election=${election}&area=${ward.area}`);
  await lga
    .getByRole('link', { name: /^EC8B, / })
    .first()
    .click();
  const compared = lga.getByRole('region').or(lga.getByRole('main')).getByText(`${party}: form`).first();
  await expect(compared).toContainText(`(+${RAISED})`);
  await expect(lga.getByRole('button', { name: 'Differences 1' })).toBeVisible();
  await expectGoodScreen(lga);
  await lga.getByRole('button', { name: /^Both photos/ }).click();
  const photos = lga.getByRole('dialog');
  await expect(photos.getByRole('img')).toHaveCount(2);
  await expectGoodScreen(lga);
  await photos.getByRole('button', { name: 'Close' }).click();

  await lga.goto(`/collations/gap?election=${election}&area=${ward.area}&party=${party}`);
  const gap = await ask<CollationGap>(lga, `/collations/gap?${query}&party=${party}`);
  expect(gap.terms.map(({ kind, row, votes }) => ({ kind, row, votes }))).toEqual([
    { kind: 'row', row: unit.code, votes: RAISED },
  ]);
  await expect(lga.getByText(/^1 step; together they are exactly the difference/)).toBeVisible();
  await expect(lga.getByRole('link', { name: new RegExp(`^EC8B, .* · ${unit.name}$`) })).toBeVisible();
  await expectGoodScreen(lga);

  // The size that comes first returns it, so that the other enters it again.
  await lga.goBack();
  const decision = isMobile ? 'Dispute' : 'Return';
  await lga.getByRole('main').getByRole('button', { name: decision, exact: true }).click();
  const dialog = lga.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(`${party} was raised by ${RAISED} in ${unit.name}`);
  await expectGoodScreen(lga);
  await dialog.getByRole('button', { name: decision, exact: true }).click();
  await expect(lga.getByText(isMobile ? 'Disputed' : 'Returned', { exact: true }).first()).toBeVisible();
});
