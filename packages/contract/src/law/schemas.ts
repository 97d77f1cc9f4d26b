import * as z from 'zod/mini';
import { Timestamp } from '../base/common.ts';
import type { Role } from '../permissions/roles.ts';
import { Certainty, LAWS, LawProfileId, ProvisionKey } from './profiles.ts';

/** Who confirms section numbers. */
export const LAW_CONFIRMERS = ['national_admin'] as const satisfies readonly Role[];

/** A section number as Acts write it: 51, 60(3), 64(4)–(5). */
export const SectionNumber = z
  .string()
  .check(
    z.trim(),
    z.maxLength(20),
    z.regex(
      /^\d{1,3}[A-Z]?(\([0-9a-z]{1,4}\))*([–,-] ?(\d{1,3})?(\([0-9a-z]{1,4}\))*)?$/,
      'Give the number of the section, such as 51 or 60(3)',
    ),
  );

/** A provision as a text quotes it. `confirmed` is false while its number is in doubt. */
export const Citation = z.object({ law: LawProfileId, section: z.nullable(z.string()), confirmed: z.boolean() });
export type Citation = z.infer<typeof Citation>;

/** `confirmed` false: the number is given, and stays in doubt. */
export const ConfirmSectionRequest = z.strictObject({ section: SectionNumber, confirmed: z.boolean() });
export type ConfirmSectionRequest = z.infer<typeof ConfirmSectionRequest>;

const ProvisionAnswer = z.object({
  name: z.string(),
  section: z.nullable(z.string()),
  text: z.string(),
  certainty: Certainty,
  /** Whether texts quote the number without saying that it is in doubt. */
  confirmed: z.boolean(),
  /** The user who confirmed the number; null while it is unconfirmed. */
  confirmedBy: z.nullable(z.string()),
  confirmedAt: z.nullable(Timestamp),
});
export type ProvisionAnswer = z.infer<typeof ProvisionAnswer>;

export const LawProfileAnswer = z.object({
  id: LawProfileId,
  title: z.string(),
  inForceFrom: z.string(),
  provisions: z.record(ProvisionKey, ProvisionAnswer),
});
export type LawProfileAnswer = z.infer<typeof LawProfileAnswer>;
export const LawProfiles = z.object({
  lawProfiles: z.array(LawProfileAnswer),
  can: z.object({ confirm: z.boolean() }),
});
export type LawProfiles = z.infer<typeof LawProfiles>;

export const TO_BE_CONFIRMED = 'section number to be confirmed';

/** `section 51 of the Electoral Act 2022`; a number in doubt says that it is. */
export function citationText({ law, section, confirmed }: Citation): string {
  const { title } = LAWS[law];
  if (section === null) return `the ${title} (${TO_BE_CONFIRMED})`;
  return `section ${section} of the ${title}${confirmed ? '' : ` (${TO_BE_CONFIRMED})`}`;
}
