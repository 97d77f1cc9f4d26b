import type { ElectionId } from '@ec/contract/base/common';
import { ancestorOf, type LocationId, NATION } from '@ec/contract/geography/location-id';
import type { Database } from '@ec/server/platform/database/database';
import { type Person, pickOfficers } from './dataset.ts';

export const lgaOf = (person: Person): LocationId => ancestorOf(person.area, 'lga') ?? NATION;

/** Officers whose submissions are looked for, each the only one of their LGA, and others for the load beside them. */
export async function pickSenders(
  database: Database,
  election: ElectionId,
  { marked, others, seed }: { marked: number; others: number; seed: string },
): Promise<{ marked: Person[]; others: Person[] }> {
  const officers = await pickOfficers(database, election, 5 * marked + others, seed);
  const first = new Map(officers.map((person) => [lgaOf(person), person] as const).toReversed());
  const chosen = [...first.values()].slice(0, marked);
  const lgas = new Set(chosen.map(lgaOf));
  return { marked: chosen, others: officers.filter((person) => !lgas.has(lgaOf(person))).slice(0, others) };
}
