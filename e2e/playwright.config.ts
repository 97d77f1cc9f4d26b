import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const browser = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const named = (names: readonly string[]) => names.map((name) => `${name}.spec.ts`);
// The field has phones: how it reads them is tried once. A phone has neither a Tab key nor a printer beside it.
const PHONE_ONLY = named(['large-letters', 'large-text', 'legible']);
const DESK_ONLY = named(['keyboard', 'print']);
/** What people do at a desk: in `npm test` (JOURNEYS=once) at its size, everything else on a phone. */
const AT_A_DESK = [
  ...DESK_ONLY,
  ...named(['audit', 'ballot', 'constituencies', 'contest-day', 'dashboards', 'declaration', 'elections', 'geography']),
  ...named(['moderators', 'permissions', 'reports', 'security', 'settings', 'situation-room', 'user-import', 'users']),
];
const once = process.env['JOURNEYS'] === 'once';

export default defineConfig({
  testDir: 'journeys',
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // On a rehearsal made anew; what passes only then is named at the end of the run.
  retries: 1,
  reporter: 'list',
  use: {
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 10_000,
    // Recording takes time; where a failure needs it: npx playwright test -c e2e --trace on
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(existsSync(browser) && { executablePath: browser }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      ...(once ? { testMatch: AT_A_DESK } : { testIgnore: PHONE_ONLY }),
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testIgnore: once ? AT_A_DESK : DESK_ONLY,
      // At night, in the dark: the other colour scheme is seen as well.
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, colorScheme: 'dark' },
    },
  ],
});
