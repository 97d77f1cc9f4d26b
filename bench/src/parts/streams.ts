import { readFile } from 'node:fs/promises';
import { type Bench, repeated, withServer } from '../bench.ts';
import { createElection, storeOrganisation } from '../dataset.ts';
import { withDatabase } from '../own-database.ts';
import { atMost, part, plain } from '../part.ts';
import { spread } from '../statistics.ts';
import { runStreams } from '../streams.ts';

/** What a process has open beside its streams: database, log, modules. */
const OTHER_FILES = 500;

/** As many streams as the machine lets one process open, each being one open file of it. */
async function possibleStreams(wanted: number): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const most = Number(/Max open files\s+(\d+)/.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY) - OTHER_FILES;
  if (most < wanted)
    console.log(`Streams: ${most} instead of ${wanted}, a process may open no more files here (ulimit -n)`);
  return Math.min(wanted, most);
}

/** In a database of their own, whose people include as many who watch the whole nation. */
async function measure({ database, dataDir, sizes }: Bench) {
  const streams = await possibleStreams(sizes.streams);
  return await withDatabase(database.url, 'bench_streams', async (own) => {
    await storeOrganisation(own, streams);
    const election = await createElection(own, 'Streams');
    return await repeated({ sizes }, 'Streams', () =>
      withServer({ database: own, dataDir }, (server) =>
        runStreams(own, {
          server,
          election,
          streams,
          times: sizes.streamTimes,
          perSecond: sizes.streamSubmissionsPerSecond,
        }),
      ),
    );
  });
}

export const streamsPart = part({
  title:
    'Open streams on one server process, all of people who watch the nation; the streams are held by another process',
  run: measure,
  rows(runs) {
    const count = runs[0]?.streams ?? 0;
    const slowest = (what: string, pick: (run: (typeof runs)[number]) => { p50: number; max: number }) => {
      const latencies = runs.map(pick);
      const medians = spread(latencies.map(({ p50 }) => p50));
      return atMost(
        1000,
        `${what} until the last of ${count} streams has it, at most`,
        [Math.max(...latencies.map(({ max }) => max)), 'ms'],
        `p50 of the runs ${medians.min} to ${medians.max}`,
      );
    };
    const each = (pick: (run: (typeof runs)[number]) => number) => spread(runs.map(pick));
    const resident = each(({ kilobytesEach }) => kilobytesEach.resident);
    const used = each(({ kilobytesEach }) => kilobytesEach.used);
    const memory = runs[0]?.megabytes;
    return [
      slowest('A change of election mode', ({ electionMode }) => electionMode),
      slowest('A submission', ({ submission }) => submission),
      slowest('A submission, while others submit', ({ submissionUnderLoad }) => submissionUnderLoad),
      plain(
        'Memory of the server for each stream, resident',
        [resident.median, 'KB'],
        `heap and buffers ${used.median} KB; ${memory?.before} MB without streams, ${memory?.open} MB with ${count}`,
      ),
      plain('Streams opened, each with a ticket of its own', [
        each(({ openedPerSecond }) => openedPerSecond).median,
        'a second',
      ]),
    ];
  },
});
