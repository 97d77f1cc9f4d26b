import { say, withServer } from '../bench.ts';
import { atMost, p99Plain, p99Row, part } from '../part.ts';
import { runSecondEntries } from '../second-entries.ts';

const TRANSCRIBERS = 500;
/** A practised typist takes a minute a sheet; here a sixth of it, so that the queue is asked six times as often. */
const PAUSE_MS = 10_000;

export const secondEntriesPart = part({
  title: '500 transcribers who each take a sheet, type for ten seconds and send it',
  async run(bench) {
    const election = await bench.supervised();
    return await withServer(bench, async ({ origin }) => {
      const run = await runSecondEntries(bench.database, {
        origin,
        election,
        transcribers: TRANSCRIBERS,
        pause: PAUSE_MS,
        seconds: Math.max(40, bench.sizes.seconds * 2),
      });
      say('Second entries', run);
      return run;
    });
  },
  rows: ({ waiting, transcribers, claims, entries, perSecond, errors }) => [
    p99Row(
      300,
      `A sheet from the queue of ${waiting.toLocaleString('en')}, until its form is there; ${transcribers} transcribers, ${perSecond} sheets a second`,
      claims,
    ),
    p99Plain('What was typed is stored and compared', [entries]),
    atMost(0, 'Refused, or no sheet where one waited', [errors, 'calls']),
  ],
});
