import type { DisputeId, ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { Resolution } from '@ec/contract/disputes/schemas';
import type { ElectionStatus, Source } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { ResultStatus } from '@ec/contract/results/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import type { DeskRow } from './desk/desk-queries.ts';
import type { SecondEntryRow, TakeoverRow } from './queries.ts';
import type { Control } from './decision-rules.ts';

/** What a decision is taken on; the result's row is locked. */
export interface DecisionGround extends TakeoverRow, SecondEntryRow, DeskRow {
  id: ResultId;
  electionId: ElectionId;
  electionStatus: ElectionStatus;
  electionName: string;
  pollingUnitId: LocationId;
  unitName: string;
  unitCode: string;
  source: Source;
  status: ResultStatus;
  version: number;
  votes: number[];
  voidVotes: number;
  accredited: number;
  registered: number | null;
  flags: string[];
  submittedBy: UserId;
  submittedAt: Date;
  controls: Control[];
  device: string | null;
  wardDecides: boolean;
  photoAwaited: boolean;
  dispute: OpenDispute | null;
}

export interface OpenDispute {
  id: DisputeId;
  raisedBy: UserId | null;
  raisedRole: Role | null;
  assignee: UserId | null;
}

/** What a decision asks of disputes, which stand on results: they hand it over. */
export interface DisputeHooks {
  /** Opens the dispute that the decision leaves. */
  raise(
    write: WriteContext,
    actor: Actor,
    ground: DecisionGround,
    what: { reason: string; fileId: FileId | null },
  ): Promise<DisputeId>;
  /** Closes the dispute by the decision on its result. */
  resolve(
    write: WriteContext,
    actor: Actor,
    ground: DecisionGround & { dispute: OpenDispute },
    resolution: Resolution,
    reason: string | null,
  ): Promise<void>;
}
