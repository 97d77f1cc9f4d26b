import * as z from 'zod/mini';
import { ContestDayId, ElectionId, LocationIdSchema, ResultId, Timestamp } from '../base/common.ts';
import { ElectionStatus, ElectionType, Source } from '../elections/schemas.ts';
import { PartyLook } from '../elections/parties.ts';
import { Location } from '../geography/schemas.ts';
import { PhotoSending } from '../settings/schemas.ts';
import { PhotoState, ResultDetail, TaskStatus } from './schemas.ts';

/** The data of an officer's submission page: the unit, the elections that cover it, and the submitted results. */
export const SubmissionDesk = z.object({
  unit: z.nullable(Location),
  source: Source,
  elections: z.array(
    z.object({
      id: ElectionId,
      name: z.string(),
      type: ElectionType,
      /** The day on which it is held together with others. */
      contestDay: z.nullable(z.object({ id: ContestDayId, name: z.string() })),
      status: ElectionStatus,
      electionDate: z.string(),
      /** The code printed on the sheet. */
      formCode: z.string(),
      parties: z.array(z.string()),
      looks: z.array(PartyLook),
      /** Who stands for each party in the unit; parties without a known candidate are absent. */
      candidates: z.record(z.string(), z.string()),
      fullEc8a: z.boolean(),
      /** True if the parties are all those of the ballot: the sheet has no Others. */
      allPartiesListed: z.boolean(),
      deadline: Timestamp,
      /** Why nothing can be submitted now, as a sentence; null if it can. */
      closed: z.nullable(z.string()),
      /** True if a submission now would be marked late. */
      late: z.boolean(),
      /** Whether results are taken after the deadline too; absent in what a phone kept of an earlier server. */
      lateTaken: z.optional(z.boolean()),
      result: z.nullable(ResultDetail),
    }),
  ),
  pollingUnitId: z.nullable(LocationIdSchema),
  photoSending: PhotoSending,
  /** After so many hours without a decision the officer may ask for a takeover. */
  takeoverAfter: z.number(),
  /** The ward administrator in charge of the unit; null if there is none. */
  wardAdmin: z.nullable(z.object({ name: z.string(), phone: z.string() })),
  /** The number that takes results by SMS; empty if there is none. */
  resultSmsNumber: z.string(),
});
export type SubmissionDesk = z.infer<typeof SubmissionDesk>;

/** A sheet that an officer has to send, or has sent: one for each election that covers the unit. */
export const ResultTask = z.object({
  electionId: ElectionId,
  electionName: z.string(),
  electionType: ElectionType,
  electionDate: z.string(),
  contestDayId: z.nullable(ContestDayId),
  formCode: z.string(),
  status: TaskStatus,
  resultId: z.nullable(ResultId),
  /** Of the newest version; absent while nothing was sent. */
  submissionId: z.optional(z.string()),
  /** Null while nothing was sent. */
  photo: z.nullable(PhotoState),
  /** Whether a sheet is taken now. */
  open: z.boolean(),
});
export type ResultTask = z.infer<typeof ResultTask>;

/** In the order in which the sheets are taken. */
export const ResultTasks = z.object({ tasks: z.array(ResultTask) });
export type ResultTasks = z.infer<typeof ResultTasks>;
