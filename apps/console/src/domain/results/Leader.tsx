import type { Basis } from '@ec/contract/base/common';
import type { Coverage } from '@ec/contract/elections/schemas';
import { PartyMark } from './PartyLooks.tsx';
import { uncountedText } from './labels.ts';

interface LeaderProps {
  party: string | null;
  coverage: Coverage;
  basis: Basis;
}

/** Who leads in an area; where nothing counts, why, which is not the same as no votes. */
export function Leader({ party, coverage, basis }: LeaderProps) {
  const uncounted = party === null ? uncountedText(coverage, basis) : null;
  return uncounted === null ? <PartyMark party={party} /> : <span className="hint">{uncounted}</span>;
}
