import type { Reply, TestApp } from './harness.ts';

/** The first field that a refusal points at. */
export const fieldOf = (reply: Reply) => reply.json<{ path: string; message: string }[] | undefined>('fields')?.[0];

/** The audit entries of an event about a record. */
export async function auditOf(test: TestApp, event: string, resourceId: string) {
  return await test.database.db
    .selectFrom('audit_entries')
    .select(['previous_values as previous', 'new_values as next', 'user_id as by'])
    .where('event', '=', event)
    .where('resource_id', '=', resourceId)
    .execute();
}
