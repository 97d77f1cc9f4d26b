import type { ElectionType } from '@ec/contract/elections/schemas';
import type { FormLevel } from '@ec/contract/form-codes/codes';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

const FORM_CODES_LOCK = 7_301_033;

/** Lets one change after another read and write the codes. */
export async function lockFormCodes(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FORM_CODES_LOCK})`.execute(tx);
}

/** Null stands for the usual code. */
export async function saveFormCode(
  tx: Tx,
  { electionType, level, code }: { electionType: ElectionType; level: FormLevel; code: string | null },
): Promise<void> {
  await tx
    .insertInto('form_codes')
    .values({ election_type: electionType, level, code })
    .onConflict((on) =>
      on.columns(['election_type', 'level']).doUpdateSet((eb) => ({ code, changes: eb('form_codes.changes', '+', 1) })),
    )
    .execute();
}
