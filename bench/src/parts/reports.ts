import { REPORT_TEMPLATES } from '@ec/contract/reports/schemas';
import { repeated, withServer } from '../bench.ts';
import { atMost, part, plain } from '../part.ts';
import { runReports } from '../reports.ts';
import { spread } from '../statistics.ts';

export const reportsPart = part({
  title:
    'Reports about the whole nation, each as PDF, spreadsheet and CSV at once: from the call until all three can be had, and exports',
  async run(bench) {
    const election = await bench.supervised();
    const { database } = bench;
    return await withServer(bench, (server) =>
      repeated(bench, 'Reports', () => runReports(database, { server, election })),
    );
  },
  rows(runs) {
    const [first] = runs;
    if (!first) return [];
    const seconds = <T>(pick: (run: (typeof runs)[number]) => T | undefined, of: (one: T) => number) =>
      spread(
        runs.flatMap((run) => {
          const one = pick(run);
          return one === undefined ? [] : [of(one)];
        }),
        2,
      );
    return [
      ...first.reports.map(({ template, kilobytes, meanwhile }, place) => {
        const { min, median, max } = seconds(
          (run) => run.reports[place],
          (one) => one.seconds,
        );
        const sizes = Object.entries(kilobytes).map(([format, size]) => `${format} ${size} KB`);
        return plain(
          REPORT_TEMPLATES[template].name,
          [median, 's'],
          `${min} to ${max}; ${sizes.join(', ')}; /live/summary meanwhile p99 ${meanwhile.p99} ms`,
        );
      }),
      ...first.exports.map(({ path, megabytes, secondsToFirst }, place) => {
        const { median } = seconds(
          (run) => run.exports[place],
          (one) => one.seconds,
        );
        return plain(`Export ${path}`, [median, 's'], `${megabytes} MB, the first of it after ${secondsToFirst} s`);
      }),
      atMost(
        100,
        'The slowest answer of /live/summary while a report is made, p99',
        [Math.max(...runs.flatMap((run) => run.reports.map(({ meanwhile }) => meanwhile.p99))), 'ms'],
        `at most ${Math.max(...runs.flatMap((run) => run.reports.map(({ meanwhile }) => meanwhile.max)))} ms`,
      ),
    ];
  },
});
