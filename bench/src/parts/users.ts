import { withServer } from '../bench.ts';
import { atMost, p99Row, part, plain } from '../part.ts';
import { withPeople } from '../people.ts';
import { runUserFile } from '../user-file.ts';
import { runUserList } from '../users.ts';

export const usersPart = part({
  title: '/users of 200,000 people, by a national, a state and a ward administrator',
  run: ({ database, dataDir, sizes }) =>
    withPeople(database.url, (people) =>
      withServer({ database: people, dataDir }, async ({ origin }) => ({
        list: await runUserList(people, { origin, times: sizes.userRounds, seconds: sizes.seconds }),
        file: await runUserFile(people, origin, sizes.runs),
      })),
    ),
  rows: ({ list, file }) => {
    const runs = {
      'One reader, counts known': list.oneReader,
      'One reader, all counted anew': list.oneReaderCountedAnew,
      'Ten readers, twice a second each': list.tenReaders,
      'Ten readers without a pause': list.tenReadersWithoutPause,
    };
    return [
      ...Object.entries(runs).flatMap(([how, { all, byKind }]) => [
        ...(['filter', 'search'] as const).flatMap((kind) => {
          const times = byKind[kind];
          return times ? [p99Row(100, `${how}: ${kind}, p99`, times)] : [];
        }),
        p99Row(100, `${how}: all ${list.questions} questions, p99`, all),
      ]),
      atMost(
        10,
        `${file.rows} people by file, from the upload until all are stored and invited`,
        [file.seconds.median, 's'],
        `${file.seconds.min} to ${file.seconds.max}`,
      ),
      plain('Questions a second of ten readers without a pause', [list.tenReadersWithoutPause.perSecond, 'a second']),
    ];
  },
});
