import type { ApprovalId, Priority, RequestKind } from '@ec/contract/approvals/schemas';
import type { UserId } from '@ec/contract/base/common';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import type { HeldUser } from './change.ts';
import type { PersonInput } from './people.ts';

export interface Asked {
  kind: RequestKind;
  /** Absent on a registration; held by the caller. */
  target?: HeldUser | undefined;
  input: PersonInput;
  justification: string;
  priority: Priority;
}

/** What users ask of approvals, which stand on users: the application hands it over. */
export interface Requests {
  /** Raises the request for what the person may not do at once. */
  raise(write: WriteContext, actor: Actor, asked: Asked): Promise<ApprovalId>;
  /** Closes the open request about somebody who is deleted. */
  closeAbout(write: WriteContext, actor: Actor, target: UserId): Promise<void>;
}
