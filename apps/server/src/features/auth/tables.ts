import type { UserId } from '@ec/contract/common';
import type { Generated } from 'kysely';
import type {} from '../../platform/tables.ts';

declare module '../../platform/database.ts' {
  interface Tables {
    sign_in_attempts: {
      phone: string;
      failures: Generated<number>;
      last_failure_at: Generated<Date>;
      locked_until: Date | null;
    };
    one_time_codes: OneTimeCodesTable;
    recovery_codes: { user_id: UserId; code_hash: Buffer; used_at: Date | null };
  }
}

export type CodePurpose = 'sign_in' | 'reset';

export interface OneTimeCodesTable {
  id: string;
  user_id: UserId;
  purpose: CodePurpose;
  code_hash: Buffer;
  tries: Generated<number>;
  expires_at: Date;
  used_at: Date | null;
  created_at: Generated<Date>;
}
