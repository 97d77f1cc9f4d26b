import { runAuditLog, storeAndLink } from '../audit.ts';
import { withServer } from '../bench.ts';
import { atMost, p99Row, part, plain } from '../part.ts';
import { withPeople } from '../people.ts';

/** Linked again, listed, exported and verified. */
export const auditPart = part({
  title: '/audit-logs of two months of such an organisation, while 100 entries a second are added',
  run: ({ database, dataDir, sizes }) =>
    withPeople(database.url, async (people) => {
      const linked = await storeAndLink(people, sizes.auditEntries);
      return await withServer({ database: people, dataDir }, async (server) => ({
        linked,
        ...(await runAuditLog(people, { server, folder: dataDir, seconds: 1.5 * sizes.seconds })),
      }));
    }),
  rows: ({ linked, entries, oneReader, tenReaders, lag, export: exported }) => [
    ...Object.entries({ 'One reader': oneReader, 'Ten readers, twice a second each': tenReaders }).flatMap(
      ([how, { byKind }]) =>
        Object.entries(byKind).map(([kind, times]) => p99Row(200, `${how}, ${entries} entries: ${kind}, p99`, times)),
    ),
    atMost(
      1000,
      'From the storing of an entry until it is linked into the chain, p99',
      [lag.p99, 'ms'],
      `p50 ${lag.p50}, at most ${lag.max}`,
    ),
    plain(`Export of all entries (${exported.megabytes} MB)`, [exported.seconds, 's']),
    atMost(
      1.5,
      'The server’s memory at most during the export, against before',
      [Math.round((100 * exported.serverMegabytes.most) / exported.serverMegabytes.before) / 100, 'times'],
      `${exported.serverMegabytes.before} and ${exported.serverMegabytes.most} MB`,
    ),
    plain('verify-audit on that file', [exported.verify.seconds, 's'], `${exported.verify.megabytes} MB at most`),
    plain(
      'Linking entries that no server has linked yet, as after an upgrade',
      [linked.perSecond, 'a second'],
      `${linked.entries} in ${linked.seconds} s`,
    ),
  ],
});
