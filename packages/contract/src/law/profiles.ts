import * as z from 'zod/mini';

/** The laws that elections are held under. An election names one; screens take every section number from it. */
export const LawProfileId = z.enum(['electoral_act_2022', 'electoral_act_2026']);
export type LawProfileId = z.infer<typeof LawProfileId>;

/** What the law says that this product relies on, by key, in the order in which a result meets it. */
export const PROVISIONS = {
  method: 'Method of voting',
  overvoting: 'Over-voting',
  counting: 'Counting and forms',
  recount: 'Recount at the unit',
  announcement: 'Announcement',
  register_copy: 'Register of results',
  collation_check: 'Check before collation',
  collation_dispute: 'Dispute at collation',
  review_7_days: 'Review within seven days',
  declaration: 'Declaration',
  tie: 'Equal votes',
  only_by_petition: 'Questioned by petition only',
  petition_grounds: 'Grounds of a petition',
  substantial_compliance: 'Substantial compliance',
  documents_without_oral: 'Documents without oral evidence',
} as const;
export const ProvisionKey = z.enum(Object.keys(PROVISIONS) as [keyof typeof PROVISIONS]);
export type ProvisionKey = keyof typeof PROVISIONS;

/**
 * How sure the section number is: read in a text of the Act, reported by others, inferred from the Act before, or unknown. All but `read` are
 * printed as to be confirmed until a person with the right confirms them.
 */
export const Certainty = z.enum(['read', 'reported', 'inferred', 'unknown']);
export type Certainty = z.infer<typeof Certainty>;

/** Their titles, and the first day of each (year-month-day). */
export const LAWS: Record<LawProfileId, { title: string; inForceFrom: string }> = {
  electoral_act_2022: { title: 'Electoral Act 2022', inForceFrom: '2022-02-25' },
  electoral_act_2026: { title: 'Electoral Act 2026', inForceFrom: '2026-02-18' },
};

/** The law in force on the day (year-month-day); the earliest one for days before all. */
export function lawOn(date: string): LawProfileId {
  const inForce = LawProfileId.options.filter((id) => LAWS[id].inForceFrom <= date);
  return inForce.at(-1) ?? 'electoral_act_2022';
}
