import { type Citation, citationText } from '@ec/contract/law/schemas';
import type { ResultVersion } from '@ec/contract/results/schemas';
import { formatNumber } from '../../lib/format/format.ts';

type Figures = Pick<ResultVersion, 'flags' | 'totalVotes' | 'accreditedVoters'>;

/** More votes than accredited voters: the unit's result is void. */
export function isOverVoted({ flags }: Pick<Figures, 'flags'>): boolean {
  return flags.some(({ code }) => code === 'OVER_VOTING');
}

/** The button that cancels an over-voted result. */
export const cancelUnder = ({ section }: Citation): string =>
  section === null ? 'Cancel for over-voting' : `Cancel under section ${section}`;

/** The ground of a cancellation, where the figures themselves give it, by the law of the election. */
export function cancelGround(figures: Figures, law: Citation): string {
  return isOverVoted(figures)
    ? `Over-voting: total votes ${formatNumber(figures.totalVotes)} exceed accredited voters ${formatNumber(figures.accreditedVoters)}. Cancelled under ${citationText(law)}.`
    : '';
}

/** The other button beside "Cancel the result": there "Cancel" would say the opposite of what it does. */
export const KEEP = 'Keep the result';

/** What a return means for the unit, after "Version 2 of …": its officer sends a new version, if the election still takes one. */
export function returned(officer: string, { takesVersions }: { takesVersions?: boolean | undefined }): string {
  return takesVersions === false
    ? `goes back to ${officer}, who cannot send it again: the deadline has passed. The unit stays not reported.`
    : `goes back to ${officer}, who is asked to correct it and send it again. Until then the unit counts as not reported.`;
}
