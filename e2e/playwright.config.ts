import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const browser = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

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
    // The field has phones: how it reads them is tried once.
    {
      name: 'desktop',
      testIgnore: ['large-*.spec.ts', 'legible.spec.ts'],
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      // A phone has neither a Tab key nor a printer beside it.
      testIgnore: ['keyboard.spec.ts', 'print.spec.ts'],
      // At night, in the dark: the other colour scheme is seen as well.
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, colorScheme: 'dark' },
    },
  ],
});
