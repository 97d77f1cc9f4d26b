import { KIND_OF_ELECTION, KIND_WORDS } from '@ec/contract/constituencies/kinds';
import type { BallotCandidate, BallotPartyRequest } from '@ec/contract/elections/ballot';
import { OTHERS } from '@ec/contract/elections/parties';
import type { ElectionStatus, ElectionType } from '@ec/contract/elections/schemas';

export interface Place {
  type: ElectionType;
  /** What the election is held in; empty where it covers areas. */
  constituencies: readonly string[];
}

/** The codes that submissions are checked against: those of the ballot, and Others where the election had it. */
export function codesOf(parties: readonly { code: string }[], before: readonly string[]): string[] {
  return [...parties.map(({ code }) => code), ...before.filter((party) => party === OTHERS)];
}

/** Whether parties may come, go and move: votes are stored in the order of the ballot, and phones hold sheets once the election is live. */
export function mayChangeParties(status: ElectionStatus, results: number): boolean {
  return results === 0 && (status === 'draft' || status === 'scheduled');
}

/**
 * What is wrong with the candidates of one party, by their place in its list: each stands in a constituency of the election, one in each;
 * where the election is held in areas there is one candidate in all.
 */
export function candidateFaults(
  candidates: readonly BallotCandidate[],
  { type, constituencies }: Place,
  existing: ReadonlySet<string>,
): { index: number; path: string; message: string }[] {
  const kind = KIND_OF_ELECTION[type];
  const word = kind ? KIND_WORDS[kind][0] : '';
  const seen = new Set<string>();
  return candidates.flatMap(({ constituencyId: id = '' }, index) => {
    const at = (path: string, message: string) => [{ index, path, message }];
    const twice = seen.has(id);
    seen.add(id);
    if (id !== '' && !kind) return at('constituencyId', 'An election of this type has no constituencies');
    if (id !== '' && !existing.has(id)) return at('constituencyId', `There is no ${word} ${id}`);
    if (id !== '' && constituencies.length > 0 && !constituencies.includes(id))
      return at('constituencyId', `The election is not held in ${id}`);
    if (id === '' && constituencies.length > 0) return at('constituencyId', `Name the ${word} of the candidate`);
    if (twice) return at('name', id === '' ? 'A party has one candidate' : `A party has one candidate in ${id}`);
    return [];
  });
}

/** What changes from one ballot to the next, in words for the audit log. */
export function ballotChanges(before: readonly BallotPartyRequest[], after: readonly BallotPartyRequest[]) {
  const codes = (list: readonly BallotPartyRequest[]) => list.map(({ code }) => code);
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const was = new Map(before.map((party) => [party.code, party]));
  const looks = after.filter(({ code, name, colour, logoFileId }) => {
    const old = was.get(code);
    return old && (old.name !== name || old.colour !== colour || (old.logoFileId ?? null) !== (logoFileId ?? null));
  });
  const inOrder = ({ candidates = [] }: BallotPartyRequest) =>
    candidates
      .map(({ constituencyId = '', name, runningMate = '' }) => [constituencyId, name, runningMate])
      .toSorted((a, b) => String(a[0]).localeCompare(String(b[0])));
  const candidates = after.filter(
    (party) =>
      !same(inOrder(party), inOrder(was.get(party.code) ?? party)) ||
      (!was.has(party.code) && inOrder(party).length > 0),
  );
  return {
    order: !same(codes(before), codes(after)),
    looks: codes(looks),
    candidates: codes(candidates),
    any: !same(codes(before), codes(after)) || looks.length > 0 || candidates.length > 0,
  };
}
