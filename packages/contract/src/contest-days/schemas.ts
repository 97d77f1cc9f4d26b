import * as z from 'zod/mini';
import { ContestDayId, ElectionId, Timestamp } from '../base/common.ts';
import { requiredName } from '../base/names.ts';
import { ElectionStatus, ElectionType } from '../elections/schemas.ts';

const elections = z.array(ElectionId).check(
  z.minLength(1, 'Choose at least one election'),
  z.maxLength(400),
  z.refine((ids) => new Set(ids).size === ids.length, 'An election is listed twice'),
);
const fields = {
  date: z.iso.date('Give the date as year-month-day'),
  name: requiredName(160, 'Name is required'),
  elections,
};

export const CreateContestDayRequest = z.strictObject(fields);
export type CreateContestDayRequest = z.infer<typeof CreateContestDayRequest>;
export const UpdateContestDayRequest = z.partial(z.strictObject(fields));
export type UpdateContestDayRequest = z.infer<typeof UpdateContestDayRequest>;

/** Elections that are held together: an officer copies a sheet of each at one polling unit. */
export const ContestDay = z.object({
  id: ContestDayId,
  date: z.string(),
  name: z.string(),
  /** Those that cover the reader's area, in the order of their sheets. */
  elections: z.array(z.object({ id: ElectionId, name: z.string(), type: ElectionType, status: ElectionStatus })),
  createdAt: Timestamp,
  /** An election leaves the day only while it has no result, so the day is removed only while none of them has. */
  can: z.object({ change: z.boolean(), remove: z.boolean() }),
});
export type ContestDay = z.infer<typeof ContestDay>;

export const ContestDayList = z.object({ contestDays: z.array(ContestDay), total: z.number() });
export type ContestDayList = z.infer<typeof ContestDayList>;
