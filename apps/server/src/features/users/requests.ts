import type { ApprovalId, Priority, RequestKind } from '@ec/contract/approvals/schemas';
import type { UserId } from '@ec/contract/base/common';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import type { HeldUser } from './change.ts';
import type { PersonInput } from './people.ts';

export interface Asked {
  kind: RequestKind;
  /** Absent for a registration; locked by the caller. */
  target?: HeldUser | undefined;
  input: PersonInput;
  justification: string;
  priority: Priority;
}

/** What users need from approvals, which depend on users: injected by the application. */
export interface Requests {
  /** Raises the request for a change that the user cannot make directly. */
  raise(write: WriteContext, actor: Actor, asked: Asked): Promise<ApprovalId>;
  /** Closes the open request about a deleted user. */
  closeAbout(write: WriteContext, actor: Actor, target: UserId): Promise<void>;
}
