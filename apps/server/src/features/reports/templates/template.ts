import type { Role } from '@ec/contract/permissions/roles';
import type { UserId } from '@ec/contract/base/common';
import type { Db } from '../../../platform/database/database.ts';
import type { Formats } from '../../../platform/runtime/format.ts';
import type { Subject } from './request-words.ts';
import type { ReportDocument } from '../documents/document.ts';

/** The inputs of a template: a database snapshot, the subject and the requester. */
export interface ReportSource {
  /** A transaction with one snapshot. */
  db: Db;
  asOf: Date;
  subject: Subject;
  formats: Formats;
  zone: string;
  requester: { userId: UserId; role: Role };
  /** Reports progress from 0 to 1. Throws if the report was removed or the server stops. */
  step(done: number): Promise<void>;
}

export type Template = (source: ReportSource) => Promise<ReportDocument>;

/** A required parameter; validated before the template runs. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A template is run without what it asks for');
  return value;
}
