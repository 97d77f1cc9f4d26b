import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { AuditLogFilters } from '@ec/contract/audit-log';
import type { LocationId } from '@ec/contract/location-id';
import { type Actor, areaOf } from '../../platform/actor.ts';
import { readAuditHead } from '../../platform/audit-chain.ts';
import type { Platform, ReadContext } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { loadNames } from '../../platform/locations.ts';
import type { Transact } from '../../platform/router.ts';
import { EXPORT_HEADER, toLine } from './export-form.ts';
import { type ExportRow, readWritten } from './export-queries.ts';
import { selectEntries } from './filter-service.ts';
import { type Selection, walk } from './queries.ts';
import { describeEvent } from './service.ts';

/** Rows read, put into text and sent at once: large enough for the database, small enough not to hold up other calls. */
const STRETCH = 1000;
/** So that no statement runs for long, however few entries match. */
const BLOCKS = 32;
const LINK_MS = 2000;

/** What was stored a moment ago is in the export too; a long backlog is not waited for. */
async function linkRecent({ auditChain }: Platform): Promise<void> {
  await Promise.race([auditChain.linkNow(), delay(LINK_MS, undefined, { ref: false })]);
}

function line(row: ExportRow, names: ReadonlyMap<LocationId, string>): string {
  const { position, userName, hash, previousHash, ...entry } = row;
  const { action, resource } = describeEvent(entry.event);
  const area = entry.areaId === null ? null : (names.get(Number(entry.areaId) as LocationId) ?? null);
  return toLine({ position, entry, action, resourceType: resource, userName, area, previousHash, hash });
}

async function* lines(db: Db, selection: Selection): AsyncGenerator<string> {
  yield `${EXPORT_HEADER}\n`;
  for (let from: number | null = selection.first; from !== null; ) {
    const found = await walk(db, { ...selection, first: from }, { newestFirst: false, limit: STRETCH, blocks: BLOCKS });
    const rows = found.positions.length > 0 ? await readWritten(db, found.positions) : [];
    // A link without its entry would leave an export that looks whole.
    if (rows.length !== found.positions.length) throw new Error('Entries of the audit log are missing');
    const areas = rows.flatMap(({ areaId }) => (areaId === null ? [] : [Number(areaId) as LocationId]));
    const names = await loadNames(db, areas);
    if (rows.length > 0) yield rows.map((row) => line(row, names)).join('');
    from = found.next === null ? null : found.next + 1;
  }
}

/**
 * What the filters leave as CSV, oldest first, up to the head of this moment. It is noted who exported what before the
 * first line is sent. Each stretch is a statement of its own: entries never change, so nothing must be held open for the
 * whole, and a reader who goes away ends it with the stretch under way.
 */
export async function exportEntries(
  context: Pick<ReadContext, 'db' | 'organisation' | 'platform'> & { actor: Actor; transact: Transact },
  filters: AuditLogFilters,
): Promise<{ content: Readable; head: { position: number; hash: string } }> {
  const { db, actor, platform, transact } = context;
  await linkRecent(platform);
  const head = await readAuditHead(db);
  const readAt = performance.now();
  const selected = await selectEntries(context, actor, filters);
  const selection = { ...selected, last: Math.min(selected.last, head.position) };
  const { position, hash } = head;
  await transact(async (write) => {
    const next = { filters, position, head: hash };
    await write.audit({ event: 'audit.exported', areaId: areaOf(actor), next });
  });
  return {
    content: Readable.from(lines(await platform.reads.since(readAt), selection), { objectMode: false }),
    head: { position, hash },
  };
}
