import type { ElectionStatus, ElectionType } from '../elections/schemas.ts';

/** What the contest of each type is called on sheets and lists, in the order in which the sheets of one unit are taken. */
export const CONTEST_WORDS: Readonly<Record<ElectionType, string>> = {
  presidential: 'President',
  senatorial: 'Senate',
  house_of_representatives: 'House of Representatives',
  gubernatorial: 'Governor',
  state_assembly: 'State Assembly',
  local_government: 'Local government',
};

const ORDER = Object.keys(CONTEST_WORDS);
/** The place of a type's sheet among those of one unit. */
export const contestRank = (type: ElectionType): number => ORDER.indexOf(type);

const STANDING: readonly ElectionStatus[] = ['live', 'completed', 'scheduled'];

type Contest = { type: ElectionType; name: string };

/** The order of the sheets of one day. */
export function inContestOrder(a: Contest, b: Contest): number {
  return contestRank(a.type) - contestRank(b.type) || a.name.localeCompare(b.name);
}

/** Day by day, those with a live election first; in each the contests in the order of their sheets. */
export function inTaskOrder<T extends Contest & { electionDate: string; status: ElectionStatus }>(
  elections: readonly T[],
): T[] {
  const rank = ({ status }: T) => STANDING.indexOf(status);
  const days = [...Map.groupBy(elections, ({ electionDate }) => electionDate)];
  const first = (day: readonly T[]) => Math.min(...day.map(rank));
  return days
    .toSorted(([a, of], [b, others]) => first(of) - first(others) || b.localeCompare(a))
    .flatMap(([, day]) => day.toSorted(inContestOrder));
}
