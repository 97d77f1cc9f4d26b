import { withServer } from '../bench.ts';
import { atMost, p99Plain, part, plain, type Row } from '../part.ts';
import { KINDS } from '../soak/recorder.ts';
import { runSoak, type SoakRun } from '../soak/run-soak.ts';
import { drawSeries } from '../soak/series-picture.ts';
import { spread } from '../statistics.ts';

const LONGEST_GROWTH = 5;

function series({ columns, samples }: SoakRun, column: string): number[] {
  const place = columns.indexOf(column);
  return samples.map((sample) => sample[place] ?? Number.NaN);
}

function rangeRow(run: SoakRun, what: string, column: string, unit: string): Row {
  const values = series(run, column);
  const { min, max } = spread(values);
  return plain(what, [max, unit], `at the end ${values.at(-1)}, least ${min}`);
}

function diskRow(run: SoakRun, what: string, column: string): Row {
  const values = series(run, column);
  const minutes = series(run, 'minute');
  const grown = (values.at(-1) ?? 0) - (values[0] ?? 0);
  const hours = ((minutes.at(-1) ?? 0) - (minutes[0] ?? 0)) / 60;
  return plain(what, [grown / hours, 'MB an hour'], `${values[0]} MB at the first look, ${values.at(-1)} at the last`);
}

export const soakPart = part({
  title:
    'A mixed day on one server at a constant rate: sheets that name a photo, some of whose photos are sent and decoded just before, pictures by which a server is attacked, streams that come and go, live figures, dashboards, sign-ins, chat; reports and exports of an election that is counted',
  async run(bench) {
    const counted = await bench.supervised();
    const { database, dataDir, sizes } = bench;
    return await withServer(bench, (server) => runSoak(database, { server, counted, dataDir, ...sizes.soak }));
  },
  rows(run) {
    const { minutes, submissionsPerSecond, photosPerSecond, streams, submissions, growth, used, latencies } = run;
    const { failures, lost, differences } = run;
    const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
    return [
      plain(
        'The day',
        [minutes, 'minutes'],
        `${submissionsPerSecond} sheets a second, ${photosPerSecond} of them with a photo of their own, ${streams} streams; ${submissions} receipts`,
      ),
      atMost(
        LONGEST_GROWTH,
        `Resident memory of the server after the first ${growth.afterMinutes} minutes, the line through all samples`,
        [growth.percentAnHour, 'percent an hour'],
        `from ${growth.megabytes} MB; at most ${spread(series(run, 'resident MB')).max}`,
      ),
      plain(
        'Objects and buffers after a garbage collection, at the end',
        [used.late, 'MB'],
        `${used.early} after ${growth.afterMinutes} minutes`,
      ),
      atMost(0, 'Sheets lost, stored twice, or counted otherwise than in the recount', [lost + differences, 'sheets']),
      atMost(0, 'Calls that were not answered as they should be', [failed, 'calls']),
      rangeRow(run, 'Open files of the server, at most', 'open files', 'files'),
      rangeRow(run, 'Connections to the database, at most', 'connections', 'connections'),
      diskRow(run, 'Log of changes (WAL)', 'WAL MB'),
      diskRow(run, 'Disk of the data folder, WAL that is kept included', 'disk MB'),
      ...KINDS.map((kind) => p99Plain(`${kind}: p99`, [latencies[kind]])),
    ];
  },
  picture: (run) => ({ name: 'soak.svg', text: drawSeries(run.columns, run.samples) }),
});
