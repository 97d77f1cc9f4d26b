import { ballotOf } from '@ec/contract/elections/parties';
import type { ResultVersion } from '@ec/contract/results/schemas';
import { leadOf } from '@ec/contract/results/sheet';

export interface FigureRow {
  label: string;
  value: number | null;
  party?: string;
  strong?: boolean;
  /** The figure of the version it is compared with, where it differs. */
  other?: number | null;
}

const BOXES = [
  ['ballotsIssued', 'Ballot papers issued (3)'],
  ['unusedBallots', 'Unused (4)'],
  ['spoiledBallots', 'Spoiled (5)'],
  ['validVotes', 'Valid votes (7)'],
  ['usedBallots', 'Used (8)'],
] as const;

type Figures = Pick<
  ResultVersion,
  'votes' | 'voidVotes' | 'totalVotes' | 'accreditedVoters' | 'registeredVoters' | 'boxes'
>;

function plainRows(version: Figures, parties: readonly string[]): FigureRow[] {
  const { leading } = leadOf(version.votes);
  return [
    { label: 'Registered voters', value: version.registeredVoters },
    { label: 'Accredited voters', value: version.accreditedVoters },
    ...(version.boxes ? BOXES.map(([key, label]) => ({ label, value: version.boxes?.[key] ?? null })) : []),
    ...ballotOf(parties).map((party) => ({
      label: party,
      party,
      value: version.votes[party] ?? 0,
      strong: party === leading,
    })),
    { label: 'Rejected ballots (box 6)', value: version.voidVotes },
    { label: 'Total', value: version.totalVotes, strong: true },
  ];
}

/** The figures in the order of the paper, so that the eye can follow the photo; differences to another version marked. */
export function figureRows(version: Figures, parties: readonly string[], compared: Figures | null): FigureRow[] {
  const rows = plainRows(version, parties);
  if (!compared) return rows;
  const others = new Map(plainRows(compared, parties).map(({ label, value }) => [label, value]));
  return rows.map((row) => {
    const other = others.get(row.label) ?? null;
    return other === row.value ? row : { ...row, other };
  });
}
