import * as z from 'zod/mini';
import { ElectionId, withoutDirections } from '../base/common.ts';
import { RefusedLines } from '../geography/register-import.ts';

/** The columns of a file of PVCs collected, a unit a line. */
export const PVC_COLUMNS = ['unit_code', 'pvc_collected'] as const;
/** In characters; with the lines of a file that is imported in one transaction. */
export const MAX_PVC_FILE = 100_000;
export const MAX_PVC_LINES = 2000;

export const ImportPvcRequest = z.strictObject({
  electionId: ElectionId,
  /** False: say what the file holds, and store nothing. */
  store: z.boolean(),
  /** Where the numbers come from: the reason of each record that changes. */
  reason: z
    .string()
    .check(withoutDirections(), z.trim(), z.minLength(1, 'Say where the numbers come from'), z.maxLength(1000)),
  /** The text of a CSV file with the columns unit_code and pvc_collected. */
  text: z.string().check(z.minLength(1, 'The file is empty'), z.maxLength(MAX_PVC_FILE, 'The file is too large')),
});
export type ImportPvcRequest = z.infer<typeof ImportPvcRequest>;

/** What a file holds, or did; with a refused line nothing is stored. */
export const PvcImport = z.object({
  stored: z.boolean(),
  rows: z.number(),
  /** The units whose number changes, in the order of the file. */
  changes: z.array(z.object({ code: z.string(), name: z.string(), before: z.nullable(z.number()), after: z.number() })),
  /** Units that have the number already. */
  unchanged: z.number(),
  /** Units of which nothing is recorded: their voters weigh nothing against the lead. */
  notRecorded: z.number(),
  /** Taken as they are: more PVCs than registered voters. */
  warned: RefusedLines,
  refused: RefusedLines,
});
export type PvcImport = z.infer<typeof PvcImport>;
