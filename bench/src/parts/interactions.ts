import { say, withServer } from '../bench.ts';
import { runHour } from '../interactions/hour.ts';
import { startLoad } from '../interactions/night-load.ts';
import type { Interaction } from '../interactions/recorder.ts';
import { sendFirstSheets, storeNight } from '../interactions/store.ts';
import { quietMoment } from '../machine.ts';
import { withDatabase } from '../own-database.ts';
import { atMost, p99Plain, part, plain, type Row } from '../part.ts';
import { PHONE } from '../phone.ts';
import { quantiles } from '../statistics.ts';

/** From a press to the next paint; 98 of 100 interactions are to keep it. */
const GOAL_MS = 200;
const PER_SECOND = 100;
/** Submissions that the load has: enough for a quarter of an hour. */
const MOST_SUBMISSIONS = PER_SECOND * 15 * 60;
const SLOWEST = 10;

const wordsOf = ({ role, screen, what }: Interaction) => `${screen} as ${role}: ${what}`;

function inShort(interactions: readonly Interaction[]) {
  const times = interactions.map(({ milliseconds }) => milliseconds);
  return { count: times.length, ...quantiles(times, { p50: 0.5, p75: 0.75, p98: 0.98, max: 1 }) };
}

/** By role; the roles stand in the order of the script. */
const byRole = (interactions: readonly Interaction[]) =>
  [...Map.groupBy(interactions, ({ role }) => role)].map(([role, theirs]) => ({ role, ...inShort(theirs) }));

const slowestOf = (interactions: readonly Interaction[]) =>
  interactions.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOWEST);

const slowRow = (interaction: Interaction, place: number): Row =>
  plain(
    `Slowest, ${place + 1}: ${wordsOf(interaction)}`,
    [interaction.milliseconds, 'ms'],
    `${interaction.delay} before the page’s code, ${interaction.work} in it, ${interaction.frame} until the frame`,
  );

/** Plays it beside the load, which ends with it. */
async function playHour<T>(load: { stop: () => Promise<void> }, play: () => Promise<T>): Promise<T> {
  try {
    return await play();
  } finally {
    await load.stop();
  }
}

export const interactionsPart = part({
  title: `An hour’s work of election night on devices with a quarter of this machine’s speed (${PHONE.kilobitsDown / 1000} Mbit/s, ${PHONE.roundTripMs} ms round trip), its waits shortened, while ${PER_SECOND} submissions a second arrive: a national admin and a transcriber at a computer, a ward admin and officers on a phone; each press until the next paint`,
  run: async ({ database: { url }, dataDir, sizes }) =>
    await withDatabase(url, 'bench_interactions', async (database) => {
      const stored = await storeNight(database, sizes);
      return await withServer({ database, dataDir }, async ({ origin }) => {
        const night = await sendFirstSheets(database, origin, stored);
        await quietMoment();
        const load = await startLoad(database, { origin, night, perSecond: PER_SECOND, most: MOST_SUBMISSIONS });
        const hour = await playHour(
          load,
          async () => await runHour(database, { origin, night, ...sizes.interactions }),
        );
        if (!hour) return undefined;
        const { interactions, broken } = hour;
        const figures = {
          all: inShort(interactions),
          roles: byRole(interactions),
          slowest: slowestOf(interactions),
          broken,
          load: load.figures(),
        };
        say('Interactions', figures);
        return figures;
      });
    }),
  rows: ({ all, roles, slowest, broken, load }) => [
    atMost(
      GOAL_MS,
      'Interaction to next paint, p98',
      [all.p98, 'ms'],
      `p50 ${all.p50}, p75 ${all.p75}, at most ${all.max}; ${all.count} interactions`,
    ),
    ...roles.map(({ role, count, p50, p75, p98, max }) =>
      plain(`Of these, as ${role}: p98`, [p98, 'ms'], `p50 ${p50}, p75 ${p75}, at most ${max}; ${count} interactions`),
    ),
    ...slowest.map(slowRow),
    atMost(0, 'Pieces of the work that did not come to their end', [broken.length, 'pieces'], broken.join(', ')),
    p99Plain(`The submissions meanwhile, ${load.perSecond} a second, p99`, [load.milliseconds]),
    atMost(0, 'Submissions refused meanwhile', [load.refused, 'calls']),
  ],
});
