import type { UserId } from '@ec/contract/base/common';
import type { Generated } from 'kysely';

/** The tables of auth. */
export interface AuthTables {
  sign_in_attempts: {
    phone: string;
    /** Where the attempts came from (attempt-rules.ts). */
    source: Generated<string>;
    failures: Generated<number>;
    last_failure_at: Generated<Date>;
    locked_until: Date | null;
  };
  one_time_codes: OneTimeCodesTable;
  recovery_codes: { user_id: UserId; code_hash: Buffer; used_at: Date | null };
}

export type CodePurpose = 'sign_in' | 'reset';

export interface OneTimeCodesTable {
  id: string;
  user_id: UserId;
  purpose: CodePurpose;
  code_hash: Buffer;
  /** The only device that may try the code: the one that requested it; null for clients without a device key. */
  device: Buffer | null;
  source: string | null;
  tries: Generated<number>;
  expires_at: Date;
  used_at: Date | null;
  created_at: Generated<Date>;
}
