import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const PORT = 3123;
const address = `http://127.0.0.1:${PORT}`;
const browser = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** A store for this run alone; it goes when the run ends. Workers, which read this file too, inherit its name. */
function dataDir(): string {
  const given = process.env['E2E_DATA_DIR'];
  if (given) return given;
  const made = mkdtempSync(path.join(os.tmpdir(), 'election-console-e2e-'));
  chmodSync(made, 0o755); // PostgreSQL may run as another account
  process.env['E2E_DATA_DIR'] = made;
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}

export default defineConfig({
  testDir: 'journeys',
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // What passes only then is named at the end of the run.
  retries: 1,
  reporter: 'list',
  use: {
    baseURL: address,
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
  webServer: {
    command: `"${process.execPath}" apps/server/src/demo.ts`,
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    url: `${address}/api/ready`,
    timeout: 120_000,
    env: {
      PORT: String(PORT),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir(),
      DATABASE_URL: '',
      PUBLIC_URL: '',
      LOG_LEVEL: 'warn',
      REHEARSAL_SCALE: 'small',
      REHEARSAL_PACE: '0',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
