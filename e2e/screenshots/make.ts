import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { ApprovalsPage } from '../pages/approvals.ts';
import { DASHBOARD } from '../pages/dashboard.ts';
import { ElectionsPage } from '../pages/elections.ts';
import { LivePage } from '../pages/live.ts';
import { ReviewPage } from '../pages/review.ts';
import { Shell } from '../pages/shell.ts';
import { SignInPage } from '../pages/sign-in.ts';
import { GOOD_SHEET, SubmitPage } from '../pages/submit.ts';
import { UsersPage } from '../pages/users.ts';
import { type Account, accountOf, officerOf } from '../support/accounts.ts';
import { startRehearsal } from '../support/rehearsal.ts';
import { atRest } from '../support/screen.ts';

const FOLDER = fileURLToPath(new URL('../../docs/screenshots', import.meta.url));
const MAX_BYTES = 400_000;
const MAX_TOTAL = 6_500_000;

const DESK = { viewport: { width: 1280, height: 800 } };
const WALL = { viewport: { width: 1600, height: 900 } };
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

type Look = typeof DESK | typeof PHONE;
let total = 0;

async function shoot(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  if (name !== 'sign-in' && name !== 'wall')
    await expect(page.getByRole('banner').getByText('Online', { exact: true })).toBeVisible();
  await atRest(page);
  const file = path.join(FOLDER, `${name}.png`);
  await page.screenshot({ path: file });
  const { size } = statSync(file);
  total += size;
  console.log(`${name}.png ${Math.round(size / 1000)} kB`);
  if (size > MAX_BYTES) throw new Error(`${name}.png is larger than ${MAX_BYTES / 1000} kB`);
}

function photographer(browser: Browser, baseURL: string) {
  return async (look: Look, colorScheme: 'light' | 'dark' = 'light') => {
    const context = await browser.newContext({
      ...look,
      baseURL,
      colorScheme,
      reducedMotion: 'reduce',
      locale: 'en-NG',
      timezoneId: 'Africa/Lagos',
    });
    const page = await context.newPage();
    return {
      page,
      async enter(account: Account): Promise<Page> {
        await new SignInPage(page).signIn(account);
        return page;
      },
      close: () => context.close(),
    };
  };
}

async function takeSheet(page: Page): Promise<void> {
  const submit = new SubmitPage(page);
  await submit.open();
  await submit.fill(GOOD_SHEET);
  await submit.attachPhoto();
  await page.evaluate('window.scrollTo(0, 0)');
  await shoot(page, 'submit-results');
  await submit.check();
  await submit.send();
  await submit.submissionId();
  await shoot(page, 'receipt');
}

async function takeLive(page: Page): Promise<void> {
  const live = new LivePage(page);
  await live.open();
  await page.goto('/live-results?basis=provisional&rows=state');
  await expect(page.getByRole('link', { name: 'Lagos' }).first()).toBeVisible();
  await shoot(page, 'live-results');
  await page.goto('/live-results?area=24-11&basis=provisional');
  await expect(page.getByRole('link', { name: 'Ward 5' }).first()).toBeVisible();
  await shoot(page, 'live-results-lga');
  await page.goto('/live-results?view=compare');
  await expect(page.getByRole('link', { name: 'South West' }).first()).toBeVisible();
  await shoot(page, 'live-results-side-by-side');
}

async function takePeople(page: Page): Promise<void> {
  await new UsersPage(page).open();
  await expect(page.getByText('Abubakar').first()).toBeVisible();
  await shoot(page, 'users');
  await new ApprovalsPage(page).open();
  await page
    .getByRole('button', { name: /^View Details: / })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'History' })).toBeVisible();
  await shoot(page, 'approval');
  await page.goto('/permissions?role=ward_admin');
  await page.getByRole('radiogroup', { name: 'Alerts' }).getByText('None', { exact: true }).click();
  await expect(page.getByText('(Pending)')).toBeVisible();
  await shoot(page, 'permissions');
}

/** Each administrator's dashboard on the way down, as the national office sees these pages too. */
async function takePlaces(page: Page, unit: string): Promise<void> {
  const pages: [string, string, string][] = [
    ['region', '/regional/SW', 'South West'],
    ['state', '/state/24', 'Lagos'],
    ['lga', '/lga/24-11', 'Ikeja'],
  ];
  for (const [name, address, title] of pages) {
    await page.goto(address);
    await expect(new Shell(page).title(title)).toBeVisible();
    await shoot(page, name);
  }
  await page.goto(`/pu/${unit}`);
  await expect(page.getByRole('heading', { name: 'Register', exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('img').first()).not.toHaveJSProperty('naturalWidth', 0);
  await shoot(page, 'unit');
}

async function takeRoom(page: Page): Promise<string> {
  await page.goto('/situation-room?basis=provisional');
  await expect(page.getByRole('heading', { name: 'Presidential test' })).toBeVisible();
  await expect(
    page
      .getByRole('img', { name: /^Lagos/ })
      .or(page.getByText('CC BY 4.0'))
      .first(),
  ).toBeVisible();
  await shoot(page, 'situation-room');
  await page.getByRole('button', { name: 'Wall mode' }).click();
  await page.getByRole('textbox', { name: 'Name of the screen' }).fill('Situation room, left screen');
  await page.getByRole('button', { name: 'Copy a link for another screen' }).click();
  return await page.getByRole('textbox', { name: 'Address of the wall screen' }).inputValue();
}

async function takeImport(page: Page): Promise<void> {
  await page.goto('/geographical-data/import');
  const lines = [
    'pu_code,state,lga,ward,polling_unit,registered_2023',
    '24-11-03-001,LAGOS,IKEJA,WARD 3,Town Hall I,612',
    '24-11-03-002,LAGOS,IKEJA,WARD 3,Town Hall II,488',
    '24-11-03-901,LAGOS,IKEJA,WARD 3,New Market Square,350',
  ];
  const file = { name: 'ikeja-ward-3.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.getByLabel('Register of polling units').setInputFiles(file);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeVisible();
  await shoot(page, 'register-import');
}

/** What the national office looks after besides the count. */
async function takeOversight(page: Page): Promise<void> {
  // Of all alerts the newest page may hold silent units alone.
  await page.goto('/alerts?priority=critical');
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Over-voting' }).first()).toBeVisible();
  await shoot(page, 'alerts');
  await page.goto('/audit-logs?action=Result+Submitted');
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: /Result Submitted/ })).toBeVisible();
  await shoot(page, 'audit-entry');
  await page.goto('/reports');
  await page.getByRole('button', { name: /^Election summary/ }).click();
  await page.getByRole('combobox', { name: 'Election' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Generate Report' }).click();
  const done = page.getByRole('button', { name: /^Download: / }).first();
  await expect(done).toBeVisible({ timeout: 60_000 });
  await shoot(page, 'reports');
  await page.goto('/security');
  await expect(page.getByText('Audit chain', { exact: true })).toBeVisible();
  await shoot(page, 'security');
  await page.goto('/settings?tab=notifications');
  await expect(page.getByText('Alert thresholds')).toBeVisible();
  await shoot(page, 'settings');
}

/** The ward admin disputes what they have just looked at; their LGA admin finds it. */
async function takeDispute(ward: ReviewPage, lga: Page): Promise<void> {
  await ward.decide('Dispute', 'The copy of the party agents shows 78 for LP.');
  await expect(lga.getByRole('button', { name: /^Notifications, \d+ unread$/ })).toBeVisible();
  await lga.goto('/notifications');
  await lga.getByRole('list', { name: 'Notifications' }).getByRole('link').first().click();
  await expect(lga.getByText('The copy of the party agents shows 78 for LP.').first()).toBeVisible();
  await expect(lga.getByRole('main').getByRole('img').first()).not.toHaveJSProperty('naturalWidth', 0);
  await shoot(lga, 'dispute');
  await lga.goto('/notifications');
  await expect(lga.getByRole('list', { name: 'Notifications' })).toBeVisible();
  await shoot(lga, 'notifications');
}

/** A ward admin and their LGA admin talk; the zone announces something. */
async function takeCommunication(lga: Page, ward: Page, regional: Page): Promise<void> {
  for (const page of [lga, ward]) {
    await page.goto('/communications');
    await page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: /Ikeja/ }).click();
  }
  const say = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: /^Message to / }).fill(text);
    await page.keyboard.press('Enter');
    await expect(lga.getByRole('log').getByText(text)).toBeVisible();
    await expect(ward.getByRole('log').getByText(text)).toBeVisible();
  };
  await say(lga, 'Which wards still wait for materials?');
  await say(ward, 'Ward 5 has everything since 07:40. Unit 24-11-05-003 began late; the officer is there now.');
  await say(lga, 'Thank you. Please send the sheets as soon as they are signed.');
  await shoot(lga, 'chat');
  await regional.goto('/announcements');
  await regional.getByRole('button', { name: 'Create Announcement' }).click();
  const form = regional.getByRole('dialog', { name: 'Create Announcement' });
  await form.getByRole('textbox', { name: 'Title' }).fill('Collation at state level begins at 16:00');
  await form
    .getByRole('textbox', { name: 'Content' })
    .fill('Bring the stamped sheets of your LGAs. Those who cannot come say so in the chat of the state by noon.');
  await form.getByRole('button', { name: /^Send/ }).click();
  const question = regional.getByRole('dialog', { name: 'Send it to so many people?' });
  if (await question.isVisible()) await question.getByRole('button', { name: /^Send/ }).click();
  await expect(form).toBeHidden();
  await expect(
    regional.getByRole('list', { name: 'Announcements' }).getByText('Collation at state level'),
  ).toBeVisible();
  await shoot(regional, 'announcements');
}

async function takePrivileges(page: Page): Promise<void> {
  await page.goto('/super-admin?role=global_moderator');
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /privileges/i }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit privileges' });
  await dialog.getByRole('radio', { name: /^Only what is ticked/ }).check();
  await dialog.getByRole('checkbox', { name: /^Create users/ }).check();
  await shoot(page, 'privileges');
}

async function takeAll(browser: Browser, address: string): Promise<void> {
  const open = photographer(browser, address);
  const stranger = await open(DESK);
  await new SignInPage(stranger.page).open();
  await shoot(stranger.page, 'sign-in');
  await stranger.close();

  const officer = await open(PHONE);
  const account = officerOf('whole');
  await officer.enter(account);
  await expect(officer.page.getByRole('link', { name: 'Submit Results Now' })).toBeVisible();
  await shoot(officer.page, 'officer');
  await takeSheet(officer.page);
  await officer.close();

  const ward = await open(PHONE);
  const onPhone = new ReviewPage(await ward.enter(accountOf('ward_admin')));
  await expect(new Shell(ward.page).title('Polling Unit Overview')).toBeVisible();
  await shoot(ward.page, 'ward');
  await onPhone.open();
  await expect(onPhone.unit(account.area)).toBeVisible();
  await shoot(ward.page, 'review-list');
  await onPhone.choose(account.area);
  await onPhone.expectPhoto();
  await shoot(ward.page, 'review-phone');
  await ward.close();

  const desk = await open(DESK);
  const atDesk = new ReviewPage(await desk.enter(accountOf('ward_admin')));
  await atDesk.open();
  await atDesk.choose(account.area);
  await atDesk.expectPhoto();
  await shoot(desk.page, 'review');
  const above = await open(DESK);
  await takeDispute(atDesk, await above.enter(accountOf('lga_admin')));
  const zone = await open(DESK);
  await takeCommunication(above.page, desk.page, await zone.enter(accountOf('regional_admin')));
  await zone.close();
  await above.close();
  await desk.close();

  const nation = await open(DESK);
  await nation.enter(accountOf('national_admin'));
  await takeLive(nation.page);
  await new ElectionsPage(nation.page).open();
  await expect(nation.page.getByRole('article').first()).toBeVisible();
  await shoot(nation.page, 'elections');
  await takePeople(nation.page);
  await takePlaces(nation.page, account.area);
  await takeImport(nation.page);
  const odd = await open(PHONE);
  const overVoted = new SubmitPage(await odd.enter(officerOf('overVoting')));
  await overVoted.open();
  await overVoted.fill({ accredited: 100, votes: { APC: 90, LP: 60 }, void: 0 });
  await overVoted.check();
  await overVoted.send();
  await overVoted.submissionId();
  await odd.close();
  await takeOversight(nation.page);
  const wall = await takeRoom(nation.page);
  await nation.close();

  const screen = await open(WALL, 'dark');
  await screen.page.goto(new URL(wall).pathname + new URL(wall).hash);
  await expect(screen.page.getByText(/^figures of \d\d:\d\d:\d\d/)).toBeVisible();
  await shoot(screen.page, 'wall');
  await screen.close();

  const night = await open(DESK, 'dark');
  await night.enter(accountOf('national_admin'));
  await new LivePage(night.page).open();
  await night.page.goto('/live-results?basis=provisional&rows=state');
  await expect(night.page.getByRole('link', { name: 'Lagos' }).first()).toBeVisible();
  await shoot(night.page, 'live-results-dark');
  await night.close();

  const chief = await open(DESK);
  await chief.enter(accountOf('super_admin'));
  await expect(new Shell(chief.page).title(DASHBOARD)).toBeVisible();
  await shoot(chief.page, 'dashboard');
  await takePrivileges(chief.page);
  await chief.page.goto('/deliveries');
  await chief.page.getByRole('button', { name: 'Gateways' }).click();
  await chief.page.getByRole('button', { name: 'Send a test SMS to myself' }).click();
  await expect(
    chief.page
      .getByRole('main')
      .getByText(/test message/i)
      .first(),
  ).toBeVisible({ timeout: 20_000 });
  await shoot(chief.page, 'deliveries');
  await chief.close();
  if (total > MAX_TOTAL) throw new Error(`The pictures are larger than ${MAX_TOTAL / 1_000_000} MB together`);
}

/** `npm run screenshots`: drives a rehearsal and takes the pictures of the README. */
mkdirSync(FOLDER, { recursive: true });
const own = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const starting = startRehearsal(3124);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void starting.then((rehearsal) => rehearsal.stop()).finally(() => process.exit(130)));
}
const rehearsal = await starting;
try {
  const browser = await chromium.launch({
    ...(existsSync(own) && { executablePath: own }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    await takeAll(browser, rehearsal.address);
  } finally {
    await browser.close();
  }
} finally {
  await rehearsal.stop();
}
