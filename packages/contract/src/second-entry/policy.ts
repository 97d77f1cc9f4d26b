import { inDigits } from '../base/wording.ts';
import * as z from 'zod/mini';

/** Which results of an election are entered a second time: none, a random part, those with a failed check (and a random part of the others), or all. */
export const SECOND_ENTRY_RULES = ['none', 'sample', 'flagged', 'all'] as const;
export type SecondEntryRule = (typeof SECOND_ENTRY_RULES)[number];

/** The name of the policy among the options of an election. */
export const SECOND_ENTRY_OPTION = 'secondEntry';

/** What an election has that says nothing else. */
export const DESK_MINUTES = 60;

/**
 * The policy of an election. `percent` and `seed` draw the random part. Answers have the seed for those who configure or audit the election, and for every
 * reader once it is archived: so that others can repeat the draw, and an officer cannot know beforehand whether their unit is drawn.
 */
export const SecondEntryPolicy = z.strictObject({
  rule: z.enum(SECOND_ENTRY_RULES),
  percent: z.number('Enter a number').check(z.minimum(0, 'At least 0 percent'), z.maximum(100, 'At most 100 percent')),
  seed: z.string().check(z.trim(), z.minLength(1, 'Enter a seed'), z.maxLength(100)),
  /** Sheets go to transcribers from outside their LGA first. */
  outsideLga: z.boolean(),
  /** Minutes for an officer to correct a result, before a desk version may be made of it without a reason (second-entry/desk.ts). */
  deskMinutes: z._default(
    z
      .number('Enter a number')
      .check(z.int('Enter whole minutes'), z.minimum(1, 'At least 1 minute'), z.maximum(1440, 'At most 1440 minutes')),
    DESK_MINUTES,
  ),
});
export type SecondEntryPolicy = z.infer<typeof SecondEntryPolicy>;

/** What a new election is offered. */
export const OFFERED_POLICY = { rule: 'flagged', percent: 5, outsideLga: true, deskMinutes: DESK_MINUTES } as const;

const NONE: SecondEntryPolicy = { rule: 'none', percent: 0, seed: '-', outsideLga: false, deskMinutes: DESK_MINUTES };

const ShownPolicy = z.extend(SecondEntryPolicy, { seed: z._default(SecondEntryPolicy.shape.seed, '') });

/** The policy in the options of an election; `none` where they have no valid one. Its seed is empty where the answer was without it. */
export function policyOf(configuration: Readonly<Record<string, unknown>>): SecondEntryPolicy {
  const parsed = ShownPolicy.safeParse(configuration[SECOND_ENTRY_OPTION]);
  return parsed.success ? parsed.data : NONE;
}

const percent = (value: number) => `${inDigits(value)}%`;

/** The policy in one line. */
export function policyWords({ rule, percent: part }: SecondEntryPolicy): string {
  switch (rule) {
    case 'none':
      return 'No second entry';
    case 'sample':
      return `Second entry of ${percent(part)} of the results, drawn at random`;
    case 'flagged':
      return part > 0
        ? `Second entry of results with a failed check and of ${percent(part)} of the others`
        : 'Second entry of results with a failed check';
    case 'all':
      return 'Second entry of all results';
  }
}
