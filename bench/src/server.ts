import { buildApp } from '@ec/server/app';
import type { Config } from '@ec/server/platform/runtime/config';
import { openDatabase } from '@ec/server/platform/database/database';

/**
 * The application as it runs in production, as a process of its own on a free port; the benchmark that started it gives
 * the database's address and talks to it by messages.
 */
const config: Config = {
  mode: 'organisation',
  port: 0,
  host: '127.0.0.1',
  dataDir: process.env['BENCH_DATA'] ?? '',
  databaseUrl: process.env['BENCH_DATABASE'] ?? '',
  databaseOwnerUrl: undefined,
  databasePool: Number(process.env['BENCH_POOL']),
  publicUrl: undefined,
  superAdminPhone: undefined,
  superAdminPassword: undefined,
  smtp: undefined,
  sms: undefined,
  bulkImportPassword: undefined,
  logLevel: 'info',
  trustProxy: false,
  // A load generator calls from one address as a few people what thousands would.
  signInRatePerMinute: 1_000_000,
  rateLimitFactor: 1000,
  rehearsalScale: 'full',
  rehearsalContests: 'one',
  rehearsalPace: 0,
  bucket: undefined,
  imagesAtOnce: 2,
  metricsToken: undefined,
};

const database = openDatabase(config.databaseUrl ?? '', { max: config.databasePool });
const app = await buildApp({ config, database });
const address = await app.fastify.listen({ port: config.port, host: config.host });

async function stop(): Promise<void> {
  await app.close();
  await database.close();
  process.disconnect?.();
}

process.on('message', (message) => {
  if (message === 'memory') {
    global.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ memory: { resident: rss, used: heapUsed + external } });
  } else if (message === 'processor') {
    const { user, system } = process.cpuUsage();
    process.send?.({ processor: (user + system) / 1000 });
  } else if (message === 'stop') void stop();
});
process.on('disconnect', () => process.exit());
process.send?.({ address });
