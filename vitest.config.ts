import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const never = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['apps/server/**/*.test.ts', 'packages/contract/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: never,
          globalSetup: ['apps/server/test/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'console',
          environment: 'jsdom',
          include: ['apps/console/**/*.test.{ts,tsx}'],
          exclude: never,
          setupFiles: ['apps/console/test/setup.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
