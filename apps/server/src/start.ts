import { type App, buildApp } from './app.ts';
import { correctedClock, type SteadyClock } from './platform/runtime/clock.ts';
import { type Config, loadConfig, type Mode } from './platform/runtime/config.ts';
import type { Database } from './platform/database/database.ts';
import { measureSkewMs, watchDatabase } from './platform/database/database-watch.ts';
import { prepareShutdown, type Shutdown, StartError } from './platform/runtime/lifecycle.ts';
import { addressOf, assertPortFree, listen } from './platform/http/listen.ts';
import { openStoreDatabase } from './platform/database/store.ts';

export interface Prepared {
  config: Config;
  database: Database;
}

export interface Started extends Prepared {
  app: App;
  shutdown: Shutdown;
  /** The URL of the console. */
  address: string;
}

export interface Steps {
  /** Fills the migrated store at the first start, before the server accepts connections. */
  prepare(prepared: Prepared): Promise<void>;
  /** Prints what to do next, and starts what needs the running API. */
  announce(started: Started): void | Promise<void>;
}

const CLOCK_EVERY_MS = 60_000;
/** From about this offset on, authenticator codes are refused. */
const CLOCK_OFF_MS = 30_000;

/** Warns while the server's clock differs from the machine's, which was set while the server ran. */
function warnOfClock(clock: SteadyClock, warn: (figures: { seconds: number }, text: string) => void): void {
  const timer = setInterval(() => {
    const ahead = clock.ahead();
    if (Math.abs(ahead) < CLOCK_OFF_MS) return;
    warn(
      { seconds: Math.round(ahead / 1000) },
      'the time of this machine was set; the server comes to it slowly, or at once when restarted',
    );
  }, CLOCK_EVERY_MS);
  timer.unref();
}

function readConfig(mode: Mode): Config {
  const loaded = loadConfig(process.env, mode);
  if (!loaded.ok) throw new StartError(loaded.problems.join('\n'));
  return loaded.config;
}

async function bringUp(mode: Mode, shutdown: Shutdown, steps: Steps): Promise<void> {
  const config = readConfig(mode);
  await assertPortFree(config);
  const database = await openStoreDatabase(config, shutdown);
  await steps.prepare({ config, database });
  // A machine whose clock is off keeps the database's time, so that all servers write the same.
  const skew = await measureSkewMs(database.db);
  const isOff = Math.abs(skew) >= CLOCK_OFF_MS;
  const clock = correctedClock(isOff ? skew : 0);
  const app = await buildApp({ config, database, clock });
  if (isOff) {
    const seconds = Math.round(-skew / 1000);
    app.fastify.log.warn(
      { seconds },
      "the clock of this machine is ahead of the database's by so many seconds: set it",
    );
  }
  const { pool, writePool } = database;
  const stopWatching = watchDatabase({
    pools: [pool, writePool],
    onChange(answers) {
      if (answers) app.fastify.log.warn('the database answers again');
      else app.fastify.log.error('the database does not answer: its connections were given up');
    },
  });
  shutdown.add(stopWatching);
  warnOfClock(clock, (figures, text) => app.fastify.log.warn(figures, text));
  shutdown.add(() => app.close());
  await listen(app.fastify, config);
  await steps.announce({ config, database, app, shutdown, address: addressOf(config) });
}

/** Starts a server: config, database, migrations, first data, application, port; and stops it in reverse. */
export async function start(mode: Mode, steps: Steps): Promise<void> {
  const shutdown = prepareShutdown();
  try {
    await bringUp(mode, shutdown, steps);
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    await shutdown.end(1);
  }
}
