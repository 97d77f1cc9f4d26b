import { partyColour, type PartyLook, partyName } from '@ec/contract/elections/parties';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { TIE } from '@ec/contract/results/sheet';
import type { Basis } from '@ec/contract/base/common';
import type { Coverage } from '@ec/contract/elections/schemas';
import { Swatch } from '../../components/figure/Swatch.tsx';
import { uncountedText } from '@ec/contract/live/counted';

interface Ballot {
  looks: readonly PartyLook[];
  /** Who stands for a party, where one place is meant. */
  candidates?: Readonly<Record<string, string>>;
}

const Shown = createContext<Ballot>({ looks: [] });

/** Gives what is inside the names and colours of the election's ballot. */
export function PartyLooks({ of, children }: { of: Ballot | undefined; children: ReactNode }) {
  const { looks, candidates } = of ?? {};
  // The figures beside them change every second, and each row of a table reads the looks.
  const shown = useMemo(() => looks && { looks, ...(candidates && { candidates }) }, [looks, candidates]);
  return shown ? <Shown value={shown}>{children}</Shown> : children;
}

/** How the parties of the shown election look; without one as usual. */
export const usePartyLooks = (): readonly PartyLook[] => useContext(Shown).looks;

interface PartySwatchProps {
  party: string;
  /** What stands beside the colour; the code unless said otherwise. */
  children?: ReactNode;
}

/** A party by its colour and code; a pointer over it shows its full name. */
export function PartySwatch({ party, children = party }: PartySwatchProps) {
  const looks = usePartyLooks();
  return (
    <span title={partyName(party, looks) || undefined}>
      <Swatch colour={partyColour(party, looks)}>{children}</Swatch>
    </span>
  );
}

/** The full name of the party and its candidate, where one is known: then the paper has both. */
export function PartyInFull({ party }: { party: string }) {
  const { looks, candidates } = useContext(Shown);
  const candidate = candidates?.[party];
  if (!candidate) return null;
  return <div className="tiny breaks">{[partyName(party, looks), candidate].filter(Boolean).join(' · ')}</div>;
}

/** Who leads: the party with its colour, Tie, or that there are no votes. */
export function PartyMark({ party }: { party: string | null }) {
  if (party === null) return <span>No votes</span>;
  if (party === TIE) return <strong>{TIE}</strong>;
  return <PartySwatch party={party} />;
}

interface LeaderProps {
  party: string | null;
  coverage: Coverage;
  basis: Basis;
}

/** Who leads in an area; where nothing counts, why. Counted votes may all be of Others, which never leads. */
export function Leader({ party, coverage, basis }: LeaderProps) {
  if (party !== null) return <PartyMark party={party} />;
  const uncounted = uncountedText(coverage, basis);
  return uncounted === null ? <span>No leader</span> : <span className="hint">{uncounted}</span>;
}
