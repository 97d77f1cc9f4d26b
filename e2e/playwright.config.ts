import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import type { Store } from './support/test.ts';

const browser = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Each size of screen has a server of its own, so that both are tried at the same time. */
const PORTS = { desktop: 3123, phone: 3124 } as const;
type Size = keyof typeof PORTS;
const sizes = Object.keys(PORTS) as Size[];
const addressOf = (size: Size) => `http://127.0.0.1:${PORTS[size]}`;

/** Stores for this run alone; they go when the run ends. Workers, which read this file too, inherit their names. */
function makeStores(): string {
  const given = process.env['E2E_STORES'];
  if (given) return given;
  const made = mkdtempSync(path.join(os.tmpdir(), 'election-console-e2e-'));
  for (const size of sizes) mkdirSync(path.join(made, size));
  for (const folder of [made, ...sizes.map((size) => path.join(made, size))]) chmodSync(folder, 0o755); // PostgreSQL may run as another account
  process.env['E2E_STORES'] = made;
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}

const stores = makeStores();
const storeOf = (size: Size) => path.join(stores, size);
const served = (size: Size) => ({ baseURL: addressOf(size), store: storeOf(size) });

export default defineConfig<object, Store>({
  testDir: 'journeys',
  workers: sizes.length,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // What passes only then is named at the end of the run.
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
      workers: 1,
      testIgnore: ['large-*.spec.ts', 'legible.spec.ts'],
      use: { ...served('desktop'), viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      workers: 1,
      // A phone has neither a Tab key nor a printer beside it.
      testIgnore: ['keyboard.spec.ts', 'print.spec.ts'],
      // At night, in the dark: the other colour scheme is seen as well.
      use: {
        ...served('phone'),
        viewport: { width: 360, height: 740 },
        isMobile: true,
        hasTouch: true,
        colorScheme: 'dark',
      },
    },
  ],
  webServer: sizes.map((size) => ({
    command: `"${process.execPath}" apps/server/src/demo.ts`,
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    url: `${addressOf(size)}/api/ready`,
    timeout: 240_000,
    env: {
      PORT: String(PORTS[size]),
      HOST: '127.0.0.1',
      DATA_DIR: storeOf(size),
      DATABASE_URL: '',
      PUBLIC_URL: '',
      LOG_LEVEL: 'warn',
      REHEARSAL_SCALE: 'small',
      REHEARSAL_PACE: '0',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  })),
});
