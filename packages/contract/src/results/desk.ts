import * as z from 'zod/mini';
import { ElectionId, LocationIdSchema, Timestamp } from '../base/common.ts';
import { ElectionStatus, Source } from '../elections/schemas.ts';
import { Location } from '../geography/schemas.ts';
import { ResultDetail } from './schemas.ts';

/** What an officer's submission page needs: the unit, the elections it is part of, and what was sent for each. */
export const SubmissionDesk = z.object({
  unit: z.nullable(Location),
  source: Source,
  elections: z.array(
    z.object({
      id: ElectionId,
      name: z.string(),
      status: ElectionStatus,
      electionDate: z.string(),
      parties: z.array(z.string()),
      fullEc8a: z.boolean(),
      deadline: Timestamp,
      /** Why nothing can be sent now, as a sentence; null where the desk is open. */
      closed: z.nullable(z.string()),
      /** True where a submission now would be marked late. */
      late: z.boolean(),
      result: z.nullable(ResultDetail),
    }),
  ),
  pollingUnitId: z.nullable(LocationIdSchema),
});
export type SubmissionDesk = z.infer<typeof SubmissionDesk>;
