import type { ResultVersion } from '@ec/contract/results/schemas';
import { formatNumber } from '../../lib/format/format.ts';

type Figures = Pick<ResultVersion, 'flags' | 'totalVotes' | 'accreditedVoters'>;

/** More votes than accredited voters: the unit's result is void (Electoral Act 2022, section 51). */
export function isOverVoted({ flags }: Pick<Figures, 'flags'>): boolean {
  return flags.some(({ code }) => code === 'OVER_VOTING');
}

/** The ground of a cancellation, where the figures themselves give it (Electoral Act 2022, section 51). */
export function cancelGround(figures: Figures): string {
  return isOverVoted(figures)
    ? `Over-voting: total votes ${formatNumber(figures.totalVotes)} exceed accredited voters ${formatNumber(figures.accreditedVoters)}. Cancelled under section 51 of the Electoral Act 2022.`
    : '';
}

/** The other button beside "Cancel the result": there "Cancel" would say the opposite of what it does. */
export const KEEP = 'Keep the result';
