import type { Page } from '@playwright/test';
import { accountOf } from '../support/accounts.ts';
import { expectGoodScreen, expectReadableByAll, markPage } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

/** Opens the chat of the LGA; on a phone the list comes first. */
async function openChat(page: Page, name: RegExp): Promise<void> {
  await page.goto('/communications');
  await page.getByRole('list', { name: 'Chats' }).getByRole('link', { name }).click();
  await expect(page.getByRole('textbox', { name: /^Message to / })).toBeVisible();
}

const box = (page: Page) => page.getByRole('textbox', { name: /^Message to / });
const log = (page: Page) => page.getByRole('log');

test('two people talk to each other in the chat of their LGA', async ({ people }) => {
  const lga = await people.enter(accountOf('lga_admin'));
  await openChat(lga, /Ikeja/);
  const stayed = await markPage(lga);
  const ward = await people.enter(accountOf('ward_admin'));
  await openChat(ward, /Ikeja/);
  await expectGoodScreen(ward);

  const words = '<b>Materials</b> for the ward';
  const mark = `${words} have left, see https://example.org/list`;
  await box(ward).fill(mark);
  await box(ward).press('Enter');
  await expect(log(ward).getByText(words)).toBeVisible();
  await expect(log(lga).getByText(words), 'as text').toBeVisible();
  await expect(log(lga).getByRole('link', { name: 'https://example.org/list' }).last()).toHaveAttribute(
    'rel',
    /noopener/,
  );
  await stayed();

  await box(lga).fill('Thank you');
  await box(lga).press('Shift+Enter');
  await box(lga).pressSequentially('Second line');
  await box(lga).press('Enter');
  await expect(log(ward).getByText('Thank you')).toBeVisible();
  await expectGoodScreen(lga);
  await expectReadableByAll(ward);

  const national = await people.enter(accountOf('national_admin'));
  await national.goto('/communications');
  await expect(national.getByRole('list', { name: 'Chats' })).toBeVisible();
  await expect(national.getByRole('link', { name: /Ikeja/ }), 'two levels below').toBeHidden();
  await expectGoodScreen(national);
});

test('what is written without a network waits and goes out once', async ({ people }) => {
  people.mayComplain(/ERR_INTERNET_DISCONNECTED|Failed to load resource|fetching the script/);
  const ward = await people.enter(accountOf('ward_admin'));
  await openChat(ward, /Ikeja/);
  const text = 'Sent from the road';
  await ward.context().setOffline(true);
  await box(ward).fill(text);
  await box(ward).press('Enter');
  await expect(log(ward).getByText(text)).toBeVisible();
  await expect(ward.getByText(/waiting/i).first()).toBeVisible();
  await ward.context().setOffline(false);
  const lga = await people.enter(accountOf('lga_admin'));
  await openChat(lga, /Ikeja/);
  await expect(log(lga).getByText(text)).toHaveCount(1, { timeout: 40_000 });
  await expect(log(ward).getByText(text)).toHaveCount(1);
});

test('what is typed stays, chat by chat', async ({ people }) => {
  const ward = await people.enter(accountOf('ward_admin'));
  await openChat(ward, /Ikeja/);
  await box(ward).fill('Not finished yet');
  await openChat(ward, /Lagos/);
  await expect(box(ward)).toHaveValue('');
  await openChat(ward, /Ikeja/);
  await expect(box(ward)).toHaveValue('Not finished yet');
  await box(ward).fill('');
});
