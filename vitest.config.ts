import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const never = ['**/node_modules/**', '**/dist/**'];
/** Tests that start servers and databases as processes, and take minutes: projects of their own. */
const faults = 'apps/server/test/faults/**/*.test.ts';

/** Servers of Debian's packages and several of ours: a step of their own, one file at a time. */
const nodes = 'apps/server/test/nodes/**/*.test.ts';

/** Folders and files whose tests another step, or only the whole run, has. */
const leftOut = (process.env['TEST_LEAVE_OUT'] ?? '').split(',').flatMap((path) => (path ? [path, `${path}/**`] : []));

/** How long a test may wait for what comes by itself: long enough for a busy machine, and it ends as soon as it comes. */
const patience = { timeout: 15_000, interval: 50 };

export default defineConfig({
  test: {
    // Files wait for the database as much as they compute; left to itself the runner uses one core less than there are.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          // The files of one worker share its modules: to import the whole server anew for each file takes as long as the tests.
          isolate: false,
          include: ['apps/server/**/*.test.ts', 'packages/contract/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...never, faults, nodes, ...leftOut],
          globalSetup: ['apps/server/test/global-setup.ts'],
          setupFiles: ['apps/server/test/setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: patience },
        },
      },
      {
        test: {
          name: 'faults',
          environment: 'node',
          include: [faults],
          exclude: never,
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 240_000,
          expect: { poll: patience },
        },
      },
      {
        test: {
          name: 'nodes',
          environment: 'node',
          include: [nodes],
          exclude: never,
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: patience },
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'console',
          environment: 'jsdom',
          isolate: false,
          include: ['apps/console/**/*.test.{ts,tsx}'],
          exclude: never,
          setupFiles: ['apps/console/test/setup.ts'],
          testTimeout: 60_000,
          expect: { poll: patience },
        },
      },
    ],
  },
});
