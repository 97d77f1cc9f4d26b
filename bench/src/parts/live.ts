import type { ElectionId } from '@ec/contract/base/common';
import { type Bench, repeated, withServer } from '../bench.ts';
import { watchAge } from '../figures-age.ts';
import { type LiveKind, runLive } from '../live.ts';
import { atLeast, atMost, p99Plain, p99Rows, part, plain, type Row } from '../part.ts';
import { type ReadingRun, soundness } from '../readers.ts';
import { lgaOf, pickSenders } from '../senders.ts';
import { type Latency, rounded, spread } from '../statistics.ts';

type Run = ReadingRun<LiveKind> & { age: Latency };

/** People who read, others who submit, and beside them submissions whose way into the figures is watched. */
async function measure(bench: Bench, elections: readonly ElectionId[], pause: number): Promise<Run[]> {
  const { database, sizes } = bench;
  const [election] = elections;
  if (!election) throw new Error('no contest');
  const { seconds, watched, readersWarmUp } = sizes;
  const title = pause === 0 ? 'Live, asking without a pause' : `Live, asking every ${pause} ms`;
  return await withServer(bench, ({ origin }) =>
    repeated(bench, title, async (number) => {
      const seed = `age ${pause} ${number}`;
      const { marked } = await pickSenders(database, election, { marked: watched, others: 0, seed });
      const measuring = Promise.withResolvers<void>();
      const spared = new Set(marked.map(lgaOf));
      const [run, age] = await Promise.all([
        runLive(database, {
          origin,
          elections,
          seconds,
          readers: 50,
          perSecond: 100,
          pause,
          warmUp: readersWarmUp,
          spared,
          onMeasuring: measuring.resolve,
        }),
        watchAge(database, {
          origin,
          election,
          officers: marked,
          spread: seconds * 1000,
          after: measuring.promise,
        }),
      ]);
      return { ...run, age };
    }),
  );
}

function rowsOf(how: string, runs: readonly Run[]): Row[] {
  const kinds = ['summary', 'areas'] as const;
  return kinds.map((kind) =>
    p99Rows(
      50,
      `${how}: /live/${kind}, p99`,
      runs.map(({ reads }) => reads[kind]),
    ),
  );
}

/** The oldest that a figure ever was, not the middle of the runs. */
function ageRow(how: string, runs: readonly Run[]): Row {
  const oldest = runs.map(({ age }) => age).toSorted((a, b) => b.max - a.max)[0];
  const { count = 0, p50 = 0, p99 = 0, max = 0 } = oldest ?? {};
  return atMost(
    1000,
    `${how}: from the answer to a submission until the figures hold it, at most`,
    [max, 'ms'],
    `p50 ${p50}, p99 ${p99}; ${count} submissions`,
  );
}

export const livePart = part({
  title:
    '/live/summary and /live/areas (nation, zones, states, LGAs, all 37 states) of three contests of one day, and of one of them in the same run; 50 readers while 100 submissions a second arrive',
  async run(bench) {
    const elections = await bench.contests();
    const one = elections.slice(0, 1);
    return {
      contests: elections.length,
      oneWithoutPause: await measure(bench, one, 0),
      oneFourTimesASecond: await measure(bench, one, 250),
      withoutPause: await measure(bench, elections, 0),
      fourTimesASecond: await measure(bench, elections, 250),
    };
  },
  rows({ oneWithoutPause, oneFourTimesASecond, withoutPause, fourTimesASecond }) {
    const readsOf = (runs: readonly Run[]) =>
      spread(
        runs.map(({ readsPerSecond }) => readsPerSecond),
        0,
      );
    const [reads, ofOne] = [readsOf(withoutPause), readsOf(oneWithoutPause)];
    return [
      atLeast(3000, 'Reads without a pause', [reads.median, 'a second'], `runs from ${reads.min} to ${reads.max}`),
      plain('The same of one contest', [ofOne.median, 'a second'], `runs from ${ofOne.min} to ${ofOne.max}`),
      atLeast(0.9, 'Reads without a pause of three contests, of those of one', [
        rounded(reads.median / ofOne.median, 2),
        'of one contest',
      ]),
      ageRow('Reads without a pause', withoutPause),
      ageRow('Four times a second each', fourTimesASecond),
      ...rowsOf('Four times a second each', fourTimesASecond),
      ...rowsOf('One contest, four times a second each', oneFourTimesASecond),
      ...rowsOf('Without a pause', withoutPause),
      p99Plain(
        'Without a pause: the submissions meanwhile, p99',
        withoutPause.map(({ submissions }) => submissions),
      ),
      soundness('In all', [...oneFourTimesASecond, ...oneWithoutPause, ...fourTimesASecond, ...withoutPause]),
    ];
  },
});
