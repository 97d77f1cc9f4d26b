import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { ReportFormat, type ReportId } from '@ec/contract/reports/schemas';
import { AppError } from '../../../platform/http/errors.ts';
import { type FileStore, isAbsent } from '../../../platform/files/file-store.ts';

export const CONTENT_TYPES: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

interface Made {
  id: ReportId;
  /** Each attempt writes its own files; the record names the attempt whose files are complete. */
  attempts: number;
}

export function keyOf({ id, attempts }: Made, format: ReportFormat): string {
  return `reports/${id}-${attempts}.${format}`;
}

/** Opens the file and reads its first chunk. A file missing from the store is refused like an expired one. */
export async function openFile(store: FileStore, key: string): Promise<Readable> {
  try {
    const file = await store.get(key);
    await once(file, 'readable');
    return file;
  } catch (error) {
    if (isAbsent(error)) throw new AppError('REPORT_EXPIRED');
    throw error as Error;
  }
}

/** Deletes the files written by the report's attempts up to the last one. */
export async function removeFiles(store: FileStore, { id, attempts }: Made): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    for (const format of ReportFormat.options) {
      await store.remove(keyOf({ id, attempts: attempt }, format)).catch(() => undefined);
    }
  }
}

/** A descriptive name for the download folder. */
export function fileName(title: string, format: ReportFormat): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 120);
  return `${plain}.${format}`;
}
