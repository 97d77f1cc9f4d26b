import type { ResultId, UserId } from '@ec/contract/base/common';
import type { UnusualCheck } from '@ec/contract/unusual/checks';
import type { UnusualStep } from '@ec/contract/unusual/schemas';
import type { GeneratedAlways } from 'kysely';

/** The tables of unusual results. */
export interface UnusualTables {
  unusual_steps: UnusualStepsTable;
}

export interface UnusualStepsTable {
  id: GeneratedAlways<number>;
  result_id: ResultId;
  version: number;
  check_name: UnusualCheck;
  change: UnusualStep['change'];
  explanation: string;
  covers: string[];
  by_user_id: UserId;
  created_at: Date;
}
