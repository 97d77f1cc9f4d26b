import type { ElectionId } from '@ec/contract/base/common';
import type { ExportFormat } from '@ec/contract/collations/exports';
import type { Settings } from '@ec/contract/settings/schemas';
import type { Db } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/actor.ts';

export type ExportedCell = string | number | null;

export interface ExportedTable {
  type: 'table';
  title: string;
  /** Of a worksheet's tab. */
  shortTitle: string;
  note?: string;
  columns: { heading: string; kind: 'text' | 'count' }[];
  /** Leading columns that name the row. */
  named: number;
  rows: ExportedCell[][];
  empty: string;
}

/** What a file holds, before it is rendered. A CSV file has the first table alone. */
export interface ExportedFile {
  title: string;
  basis: string;
  coverage: string | null;
  scope: string;
  /** The audits of our own reviewing of it are printed with its totals. */
  election: { id: ElectionId; name: string };
  tables: [ExportedTable, ...ExportedTable[]];
}

export interface RenderedFile {
  content: Buffer;
  type: string;
  name: string;
}

/** Renders a file by the renderers of reports, which depend on collations; the application gives it. */
export type RenderFile = (
  by: { db: Db; actor: Actor; settings: Settings; now: Date },
  format: ExportFormat,
  file: ExportedFile,
) => Promise<RenderedFile>;

/** Columns of figures from their headings. */
export const counts = (headings: readonly string[]) => headings.map((heading) => ({ heading, kind: 'count' as const }));
export const texts = (...headings: string[]) => headings.map((heading) => ({ heading, kind: 'text' as const }));
