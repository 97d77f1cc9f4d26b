import { repeated, say, withServer } from '../bench.ts';
import {
  COLLATION_KINDS,
  type CollationKind,
  countDiffering,
  runCollations,
  storeCollations,
  wardOfSize,
} from '../collations.ts';
import { runKeys } from '../keys.ts';
import { atMost, p99Plain, p99Row, p99Rows, part, type Row } from '../part.ts';
import { type ReadingRun, soundness } from '../readers.ts';

/** A ward's form that is typed has as many rows. */
const LARGE_WARD = 40;
const PAUSE_MS = 1000;

const GOALS: Record<CollationKind, number | null> = {
  'gap of the nation': 300,
  'gains of the nation': null,
  'gap of a state': null,
  'comparison of a state': 200,
};

function rowOf(kind: CollationKind, runs: readonly ReadingRun<CollationKind>[]): Row {
  const what = `${kind}, asked every second by five readers`;
  const times = runs.map(({ reads }) => reads[kind]);
  const goal = GOALS[kind];
  return goal === null ? p99Plain(what, times) : p99Rows(goal, what, times);
}

export const collationsPart = part({
  title:
    'Forms of every ward, LGA and state, of the nation, and the declaration, one row in a hundred wrong: gaps and comparisons while 100 submissions a second arrive: p99; and a ward’s form typed ten keys a second in a browser with a quarter of this machine’s speed',
  async run(bench) {
    const { database, sizes } = bench;
    const election = await bench.supervised();
    const ward = await wardOfSize(database, LARGE_WARD);
    await storeCollations(database, election, ward);
    const differing = await countDiffering(database, election);
    say('Differing forms', differing);
    return await withServer(bench, async ({ origin }) => {
      const options = {
        origin,
        seconds: sizes.seconds,
        perSecond: 100,
        pause: PAUSE_MS,
        warmUp: sizes.readersWarmUp,
      };
      const runs = await repeated(bench, 'Collation', () => runCollations(database, election, options));
      const keys = await runKeys(database, { origin, election, ward });
      say('Keys', keys);
      return { runs, differing, keys: keys ?? null };
    });
  },
  rows: ({ runs, differing, keys }) => [
    ...COLLATION_KINDS.map((kind) => rowOf(kind, runs)),
    p99Plain(
      `The ${differing.forms.toLocaleString('en')} forms of the nation that differ, counted by comparison; screens renew the count every 30 s`,
      [differing.times],
    ),
    ...(keys
      ? [
          p99Row(
            50,
            `A key in a form of ${keys.rows} rows and ${keys.fields} fields, until the frame with it is painted`,
            keys.keys,
          ),
          atMost(50, 'The slowest of these keys', [keys.keys.max, 'ms']),
        ]
      : []),
    soundness('In all of them', runs),
  ],
});
