import type { ElectionId } from '@ec/contract/base/common';
import { ROLES } from '@ec/contract/permissions/roles';
import type { Settings } from '@ec/contract/settings/schemas';
import { readAuditHead } from '../../platform/audit/audit-chain.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { formatsOf } from '../../platform/runtime/format.ts';
import { auditNotes } from '../second-entry/review-audit-answers.ts';
import type { Table } from './documents/document.ts';
import { CONTENT_TYPES, fileName } from './documents/files.ts';
import { rendered } from './documents/rendering.ts';

/** A document with so many rows is rendered in seconds. */
const LONGEST_MS = 300_000;

interface TableFile {
  title: string;
  basis: string;
  coverage: string | null;
  scope: string;
  election: { id: ElectionId; name: string };
  tables: [Table, ...Table[]];
}

/** Tables of another feature as a file that is sent at once, by the renderers of reports; a CSV file has the first one alone. */
export async function tableFile(
  { db, actor, settings, now }: { db: Db; actor: Actor; settings: Settings; now: Date },
  format: 'csv' | 'xlsx',
  { title, basis, coverage, scope, election, tables }: TableFile,
): Promise<{ content: Buffer; type: string; name: string }> {
  const { position, hash } = await readAuditHead(db);
  const [main] = tables;
  const imprint = {
    systemName: settings.general.systemName,
    generatedBy: `${actor.name}, ${ROLES[actor.role].title}`,
    generatedAt: now,
    auditHead: { position, hash },
    scope,
    parameters: [],
  };
  const notes = await auditNotes(db, [election], formatsOf(settings));
  const document = { title, basis, coverage, notes, sections: tables, main };
  const content = await rendered({ format, document, imprint, settings }, AbortSignal.timeout(LONGEST_MS));
  return { content, type: CONTENT_TYPES[format], name: fileName(title, format) };
}
