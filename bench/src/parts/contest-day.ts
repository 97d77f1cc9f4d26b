import { repeated, withServer } from '../bench.ts';
import { CONTESTS_OF_DAY } from '../dataset.ts';
import { atLeast, atMost, part } from '../part.ts';
import { rounded, spread } from '../statistics.ts';
import { runSubmissions } from '../submissions.ts';

const CONNECTIONS = 64;

export const contestDayPart = part({
  title:
    'Three contests of one day, each officer with a sheet of each, beside one contest with as many sheets, one run after the other',
  async run(bench) {
    const { database, sizes } = bench;
    await bench.election();
    return await withServer(bench, async (server) => {
      const send = async (name: string, count: number, contests: number) =>
        await runSubmissions(database, { server, name, count, contests, connections: CONNECTIONS, withPhoto: false });
      await send('Contests, warm-up', sizes.warmUp, CONTESTS_OF_DAY);
      return await repeated(bench, 'Contests', async (number) => {
        const one = await send(`One contest ${number}`, sizes.submissions, 1);
        const three = await send(`Three contests ${number}`, sizes.submissions, CONTESTS_OF_DAY);
        return { one, three, ratio: rounded(three.perSecond / one.perSecond, 2) };
      });
    });
  },
  rows: (runs) => {
    const ratio = spread(
      runs.map((run) => run.ratio),
      2,
    );
    const rates = (pick: 'one' | 'three') => runs.map((run) => run[pick].perSecond).join(', ');
    const wrong = runs
      .flatMap(({ one, three }) => [one, three])
      .reduce((sum, { errors, lost, differences }) => sum + errors + lost + differences, 0);
    return [
      atLeast(
        0.9,
        'Sheets a second of three contests, of those of one',
        [ratio.median, 'of one contest'],
        `runs from ${ratio.min} to ${ratio.max}; one contest ${rates('one')} a second, three ${rates('three')}`,
      ),
      atMost(0, 'In all runs: refused, lost, or counted otherwise than in the recount', [wrong, 'results']),
    ];
  },
});
