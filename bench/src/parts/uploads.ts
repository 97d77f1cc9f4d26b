import { withServer } from '../bench.ts';
import { atMost, part, plain } from '../part.ts';
import { runUploads } from '../uploads.ts';

export const uploadsPart = part({
  title: 'Photos on their way to one server process, each of another officer and in the middle of a part of 32 KB',
  async run(bench) {
    const election = await bench.election();
    return await withServer(bench, (server) =>
      runUploads(bench.database, { server, election, uploads: bench.sizes.uploads }),
    );
  },
  rows: ({ uploads, kilobytesEach, megabytes, stored, failed }) => [
    atMost(
      100,
      `Memory of the server for each of ${uploads} open uploads, resident`,
      [kilobytesEach.resident, 'KB'],
      `heap and buffers ${kilobytesEach.used} KB; ${megabytes.before} MB without them, ${megabytes.open} MB with all; ${stored} KB of each stored already`,
    ),
    atMost(0, 'Parts that were not taken whole afterwards', [failed, 'parts']),
    plain('Uploads open at once', [uploads, 'uploads']),
  ],
});
