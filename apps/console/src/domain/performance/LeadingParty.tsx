import type { PerformanceRow } from '@ec/contract/dashboards/schemas';
import { PartyMark } from '../results/PartyMark.tsx';

/** Who leads by the provisional count, and, where that differs, who leads among what is verified. */
export function LeadingParty({ leading }: Pick<PerformanceRow, 'leading'>) {
  const { verified, provisional } = leading;
  return (
    <span>
      <PartyMark party={provisional} />
      {verified !== null && verified !== provisional && <span className="hint"> verified: {verified}</span>}
    </span>
  );
}
