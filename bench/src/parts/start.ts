import { repeated } from '../bench.ts';
import { part, plain, type Row } from '../part.ts';
import { runFilledStart, runFreshStart, type Start } from '../start.ts';
import { spread } from '../statistics.ts';

function rowOf(what: string, starts: readonly Start[]): Row {
  const seconds = spread(
    starts.map((start) => start.seconds),
    2,
  );
  const megabytes = spread(
    starts.map((start) => start.megabytes),
    0,
  );
  return plain(
    what,
    [seconds.median, 's'],
    `${seconds.min} to ${seconds.max}; the server then takes ${megabytes.median} MB`,
  );
}

export const startPart = part({
  title:
    'From the start of the server’s process until /api/ready answers that all is well; program files are in the machine’s memory already',
  async run(bench) {
    await bench.election();
    return await repeated(bench, 'Start', async () => ({
      ...(await runFreshStart(bench.dataDir)),
      filled: await runFilledStart(bench.database.url, bench.dataDir),
    }));
  },
  rows: (runs) => [
    rowOf(
      'Cold: an empty data folder, so PostgreSQL is made (initdb), its tables, and the nation’s places down to LGAs',
      runs.map(({ cold }) => cold),
    ),
    rowOf(
      'Warm: the same folder again, PostgreSQL started with it',
      runs.map(({ warm }) => warm),
    ),
    rowOf(
      'Warm: beside a PostgreSQL that runs and holds the nation’s units and an election’s results',
      runs.map(({ filled }) => filled),
    ),
  ],
});
