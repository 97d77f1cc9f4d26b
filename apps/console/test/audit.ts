import { AuditEntryDetail, AuditLogList, type AuditVerification } from '@ec/contract/audit/schemas';
import { Location as LocationSchema } from '@ec/contract/geography/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import type * as z from 'zod/mini';
import { ok, type serve } from './server.ts';
import { at, peopleServer, placeOf, USER_ID, userOf } from './users.ts';

type DetailInput = z.input<typeof AuditEntryDetail>;
type ListInput = z.input<typeof AuditLogList>;

const hashOf = (position: number) => position.toString(16).padStart(64, 'a');
const RESULT_ID = '0190a0b0-0000-7000-8000-0000000000c1';
const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

/** Bola Ade of Ipodo sent in a result; or as changed. */
export function entryOf(position: number, change: Partial<DetailInput> = {}): AuditEntryDetail {
  const { id, type, name } = placeOf('24-11-05');
  return AuditEntryDetail.parse({
    id: position + 100,
    position,
    event: 'result.submitted',
    actionType: 'Result Submitted',
    resourceType: 'result',
    resourceId: RESULT_ID,
    user: { id: USER_ID, name: 'Bola Ade', role: 'ward_admin' },
    area: { id, type, name },
    ipAddress: '10.1.2.3',
    createdAt: `2023-02-25T13:30:${String(position % 60).padStart(2, '0')}.000Z`,
    userAgent: CHROME,
    session: {
      role: 'election_console_app',
      process: '4711',
      address: '10.0.0.5',
      transaction: '98123',
      application: '',
    },
    previousValues: { version: 1, status: 'returned', votes: { APC: 12, LP: 88 } },
    newValues: { version: 2, status: 'pending', votes: { APC: 31, LP: 88 } },
    hash: hashOf(position),
    previousHash: hashOf(position - 1),
    ...change,
  });
}

/** A page of the log, newest first. */
export function logOf(entries: AuditEntryDetail[], change: Partial<ListInput> = {}): Response {
  return ok(AuditLogList, {
    entries,
    total: entries.length,
    totalIsExact: true,
    older: null,
    newer: null,
    warnings: [],
    ...change,
  });
}

/** What a part of the check answers, on a chain of 50,000 entries. */
export function partOf(change: Partial<AuditVerification> = {}): AuditVerification {
  return {
    from: 0,
    to: 50_000,
    checked: 50_000,
    next: null,
    head: { position: 50_000, hash: hashOf(50_000), sealedAt: '2023-02-25T13:31:00.000Z' },
    unsealed: 0,
    problems: [],
    notes: [],
    ...change,
  };
}

/** Answers of the server around the audit log, with one person who can be found. */
export function auditServer(role: Role = 'national_admin'): Parameters<typeof serve>[0] {
  return {
    ...peopleServer(role, { users: [userOf()] }),
    [`GET /locations/${at('24')}`]: () => ok(LocationSchema, { ...placeOf('24'), parentId: at('SW'), units: 13_325 }),
  };
}
