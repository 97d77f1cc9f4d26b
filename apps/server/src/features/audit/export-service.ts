import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { AuditHead, AuditLogFilters } from '@ec/contract/audit/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { type Actor, areaOf } from '../../platform/http/actor.ts';
import { endOf, readChainStand, standFaults } from '../../platform/audit/audit-stand.ts';
import type { Platform, ReadContext } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/places.ts';
import type { Transact } from '../../platform/http/router.ts';
import { EXPORT_HEADER, toLine } from './export-form.ts';
import { type ExportRow, lastAt, readWritten, type Selection, walk } from './queries.ts';
import { selectEntries } from './filter-service.ts';
import { describeEvent } from './service.ts';

/** Rows per chunk: large enough for the database, small enough not to block other calls. */
const STRETCH = 1000;
/** Blocks per statement, so that none runs for long even if few entries match. */
const BLOCKS = 32;
/** Bytes per statement; the rows of ordinary entries have about 700 kB. */
const STRETCH_BYTES = 16 * 1024 * 1024;
/** Lines of a piece of text: some 35 kB. A piece of 700 kB would be a large object, which only the collection of all objects frees. */
const PIECE = 50;
const LINK_MS = 2000;

/** Links recent entries first, so that the export contains them; does not wait for a long backlog. */
async function linkRecent({ auditChain }: Platform): Promise<void> {
  await Promise.race([auditChain.linkNow(), delay(LINK_MS, undefined, { ref: false })]);
}

function line(row: ExportRow, names: ReadonlyMap<LocationId, string>): string {
  const { position, userName, hash, previousHash, ...entry } = row;
  const { action, resource } = describeEvent(entry.event);
  const area = entry.areaId === null ? null : (names.get(Number(entry.areaId) as LocationId) ?? null);
  return toLine({ position, entry, action, resourceType: resource, userName, area, previousHash, hash });
}

/** The entries at the positions, in chunks that fit in memory. */
async function* inParts(db: Db, positions: readonly number[]): AsyncGenerator<ExportRow[]> {
  for (let rest = positions; rest.length > 0; ) {
    const last = await lastAt(db, rest, STRETCH_BYTES);
    const part = rest.filter((position) => position <= (last ?? 0));
    const rows = part.length > 0 ? await readWritten(db, part) : [];
    // Without this check, an export with a missing entry would look complete.
    if (part.length === 0 || rows.length !== part.length) throw new Error('Entries of the audit log are missing');
    yield rows;
    rest = rest.slice(part.length);
  }
}

async function* lines(db: Db, selection: Selection): AsyncGenerator<string> {
  yield `${EXPORT_HEADER}\n`;
  for (let from: number | null = selection.first; from !== null; ) {
    const found = await walk(db, { ...selection, first: from }, { newestFirst: false, limit: STRETCH, blocks: BLOCKS });
    for await (const rows of inParts(db, found.positions)) {
      const areas = rows.flatMap(({ areaId }) => (areaId === null ? [] : [Number(areaId) as LocationId]));
      const names = await loadNames(db, areas);
      for (let at = 0; at < rows.length; at += PIECE) {
        const piece = rows.slice(at, at + PIECE);
        yield piece.map((row) => line(row, names)).join('');
      }
    }
    from = found.next === null ? null : found.next + 1;
  }
}

/**
 * The filtered entries as CSV, oldest first, up to the last link at this moment; `warnings` name what is missing. The export itself is recorded in
 * the audit log before the first line is sent. Each chunk is its own statement: entries never change, so no snapshot is needed, and if the reader
 * disconnects only the current chunk is finished.
 */
export async function exportEntries(
  context: Pick<ReadContext, 'db' | 'organisation' | 'platform'> & { actor: Actor; transact: Transact },
  filters: AuditLogFilters,
): Promise<{ content: Readable; head: AuditHead; end: number; warnings: string[] }> {
  const { db, actor, platform, transact } = context;
  await linkRecent(platform);
  const stand = await readChainStand(db);
  const selection = await selectEntries(context, actor, filters, stand);
  const { position, hash } = stand.head;
  const warnings = standFaults(stand);
  await transact(async (write) => {
    const next = { filters, position, head: hash, ...(warnings.length > 0 && { warnings }) };
    await write.audit({ event: 'audit.exported', areaId: areaOf(actor), next });
  });
  return {
    content: Readable.from(lines(platform.database.db, selection), { objectMode: false }),
    head: stand.head,
    end: endOf(stand),
    warnings,
  };
}
