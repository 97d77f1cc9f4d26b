import { DEFAULT_SETTINGS } from '@ec/contract/settings/schemas';
import { DASHBOARD } from '../pages/dashboard.ts';
import { Shell } from '../pages/shell.ts';
import { SignInPage } from '../pages/sign-in.ts';
import { accountOf, officerOf } from '../support/accounts.ts';
import { expectGoodScreen, markPage } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('wrong passwords are refused, and lock the account', async ({ people }) => {
  people.mayComplain(/status of (401|423)/);
  const account = officerOf('signIn');
  const login = new SignInPage(await people.someone());
  await login.open();
  await expectGoodScreen(login.page);
  const submit = async (password: string) => {
    const answered = login.page.waitForResponse('**/api/auth/login');
    await login.submit({ phone: account.phone, password });
    return (await answered).status();
  };
  const wrong = 'The phone number or the password is wrong.';
  const most = DEFAULT_SETTINGS.security.maxLoginAttempts;
  for (let attempt = 1; attempt <= most; attempt++) {
    expect(await submit(`wrong ${attempt}`)).toBe(401);
    const warning = ' One try is left before the account is locked for 15 minutes.';
    await expect(login.alert).toHaveText(attempt === most - 1 ? `${wrong}${warning}` : wrong);
  }
  await expectGoodScreen(login.page);
  expect(await submit(account.password), 'the right password does not open a locked account').toBe(423);
  await expect(login.alert).toHaveText('Too many failed attempts. The account is locked for 15 minutes.');
});

test('a session that is ended elsewhere returns every tab to sign-in, and back to the page after it', async ({
  people,
}) => {
  people.mayComplain(/status of 401/);
  const account = accountOf('lga_admin');
  const first = await people.enter(account);
  await new Shell(first).go('Result review');
  await expect(new Shell(first).title('Result review')).toBeVisible();
  const second = await people.anotherTab(first);
  await second.goto('/users');
  await expect(new Shell(second).title('User Management')).toBeVisible();

  const elsewhere = await people.enter(account);
  for (const page of [first, second]) {
    const login = new SignInPage(page);
    await expect(login.heading).toBeVisible();
    await expect(page.getByText(/you signed in on another device \(Chrome on \w+, \d\d:\d\d\)/)).toBeVisible();
    expect(await page.evaluate("localStorage.getItem('ec.accessToken')")).toBeNull();
  }
  await expectGoodScreen(first);
  await new SignInPage(first).submit(account);
  await expect(new Shell(first).title('Result review')).toBeVisible();
  await expect(new SignInPage(elsewhere).heading).toBeVisible();
});

test('a call that is refused with 401 clears the session', async ({ people }) => {
  people.mayComplain(/status of 401/);
  const page = await people.enter(accountOf('state_admin'));
  await page.evaluate("localStorage.setItem('ec.accessToken', 'x'); localStorage.setItem('ec.refreshToken', 'x')");
  await page.goto('/review');
  await expect(new SignInPage(page).heading).toBeVisible();
  expect(await page.evaluate("localStorage.getItem('ec.refreshToken')")).toBeNull();
});

test('two tabs that renew the session at once both stay signed in', async ({ people }) => {
  people.mayComplain(/status of 401/);
  const page = await people.enter(accountOf('state_admin'));
  const other = await people.anotherTab(page);
  await other.goto('/announcements');
  await page.evaluate("localStorage.setItem('ec.accessToken', 'x')");
  await Promise.all([page.goto('/review'), other.reload()]);
  await expect(new Shell(other).title('Announcements')).toBeVisible();
  await expect(new SignInPage(page).heading).toBeHidden();
  expect(await page.evaluate("localStorage.getItem('ec.accessToken')")).not.toBe('x');
});

test('logging out in one tab signs out the other', async ({ people }) => {
  const page = await people.enter(accountOf('grassroot_admin'));
  const other = await people.anotherTab(page);
  await other.goto('/announcements');
  await expect(new Shell(other).title('Announcements')).toBeVisible();
  await new Shell(page).logOut();
  await expect(new SignInPage(page).heading).toBeVisible();
  await expect(new SignInPage(other).heading).toBeVisible();
});

test('a page of other roles shows who may open it, inside the console', async ({ people }) => {
  const page = await people.enter(officerOf('denied'));
  await page.goto('/users');
  const shell = new Shell(page);
  const panel = shell.panel('Access denied');
  await expect(panel).toContainText("You don't have permission to access this section.");
  await expect(panel).toContainText('Your role: Polling Unit Officer');
  await expectGoodScreen(page);
  await shell.go('Dashboard');
  await expect(shell.title(DASHBOARD)).toBeVisible();
});

test('sign-in can be used before the console is loaded, and goes on in place', async ({ people }) => {
  const page = await people.someone();
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/app-.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const account = accountOf('state_admin');
  await page.goto('/review?status=REJECTED');
  const login = new SignInPage(page);
  await expect(login.heading).toBeVisible();
  await expect.poll(() => new URL(page.url()).searchParams.get('next')).toBe('/review?status=REJECTED');
  const phone = page.getByLabel('Phone number');
  await phone.fill(account.phone);
  const expectSamePage = await markPage(page);
  const loaded = page.waitForResponse(/\/assets\/app-.*\.js$/);
  held.resolve();
  await (await loaded).finished();
  const hasKitStyles = '[...document.styleSheets].some(({ href }) => href?.includes("/assets/app-"))';
  await expect.poll(() => page.evaluate(hasKitStyles), 'the styles of the console have come').toBe(true);
  await expect(phone).toBeFocused();
  await expect(phone).toHaveValue(account.phone);
  await expectGoodScreen(page);
  await login.submit(account);
  await expect(new Shell(page).title('Result review')).toBeVisible();
  expect(new URL(page.url()).search).toContain('status=REJECTED');
  await expectSamePage();
});

test('sign-in can be typed into before any script has come, and keeps what is typed', async ({ people }) => {
  people.mayComplain(/401/);
  const page = await people.someone();
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/(index|entrance)-.*\.js$/i, async (route) => {
    await held.promise;
    await route.continue();
  });
  const account = accountOf('state_admin');
  await page.goto('/review', { waitUntil: 'commit' });
  const phone = page.getByLabel('Phone number');
  await phone.fill(account.phone);
  await page.locator('input[name=password]').fill('a wrong password');
  await page.locator('input[name=password]').press('Enter');
  const address = new URL(page.url());
  expect([address.pathname, address.search], 'what is typed stands in no address').toEqual(['/review', '']);
  await phone.focus();
  held.resolve();
  const login = new SignInPage(page);
  await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeVisible();
  await expect(phone).toBeFocused();
  await expect(phone).toHaveValue(account.phone);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(login.alert).toHaveText('The phone number or the password is wrong.');
  await login.submit(account);
  await expect(new Shell(page).title('Result review')).toBeVisible();
});

test('where the console cannot be loaded after sign-in, it is tried again in place', async ({ people }) => {
  people.mayComplain(/net::ERR_FAILED|dynamically imported module/);
  const page = await people.someone();
  await page.route(/\/assets\/app-.*\.js$/, (route) => route.abort());
  const login = new SignInPage(page);
  await login.open();
  await login.submit(accountOf('state_admin'));
  await expect(login.alert).toContainText('This page could not be loaded.');
  await page.unroute(/\/assets\/app-.*\.js$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(new Shell(page).title(DASHBOARD)).toBeVisible();
});

test('a forgotten password: the number typed is taken over, and can be changed', async ({ people }) => {
  const page = await people.someone();
  await new SignInPage(page).open();
  await page.getByLabel('Phone number').fill('0803 555 0199');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByLabel('Phone number')).toBeFocused();
  await page.getByRole('button', { name: 'Send reset code' }).click();
  await expect(page.getByLabel('Reset code')).toBeFocused();
  await expect(page.getByRole('button', { name: /^Send again in 0:\d\d$/ })).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Change number' }).click();
  await expect(page.getByLabel('Phone number')).toHaveValue('0803 555 0199');
  await expect(page.getByLabel('Phone number')).toBeFocused();
});
