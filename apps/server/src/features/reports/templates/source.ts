import type { Role } from '@ec/contract/permissions/roles';
import type { UserId } from '@ec/contract/base/common';
import type { Db } from '../../../platform/database/database.ts';
import type { Formats } from '../../../platform/runtime/format.ts';
import type { Subject } from './request-words.ts';
import type { ReportDocument } from '../documents/document.ts';

/** All that a template has to work with: one picture of the database, what is asked, and for whom. */
export interface ReportSource {
  /** A transaction that reads everything as it stood at one moment. */
  db: Db;
  asOf: Date;
  subject: Subject;
  formats: Formats;
  zone: string;
  requester: { userId: UserId; role: Role };
  /** Says how far the making is, from 0 to 1, and ends it where the report was removed or the server stops. */
  step(done: number): Promise<void>;
}

export type Template = (source: ReportSource) => Promise<ReportDocument>;

/** What a template asks for: it was made sure of before the template is run. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A template is run without what it asks for');
  return value;
}
