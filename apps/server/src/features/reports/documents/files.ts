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
  /** Each beginning of a report writes files of its own; the record names the beginning whose files are whole. */
  attempts: number;
}

export function keyOf({ id, attempts }: Made, format: ReportFormat): string {
  return `reports/${id}-${attempts}.${format}`;
}

/** The file, once its first part is read: what somebody took from the disk is refused as what has had its time. */
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

/** Takes the files away that the report's beginnings up to the last one wrote. */
export async function removeFiles(store: FileStore, { id, attempts }: Made): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    for (const format of ReportFormat.options) {
      await store.remove(keyOf({ id, attempts: attempt }, format)).catch(() => undefined);
    }
  }
}

/** A name that tells in a folder of downloads what the file is. */
export function fileName(title: string, format: ReportFormat): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 120);
  return `${plain}.${format}`;
}
