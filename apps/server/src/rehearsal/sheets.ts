import { ancestorOf, codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { BALLOT_2023, REJECTED_2023, RESULTS_2023 } from './facts-2023.ts';
import { isFree, type PlannedState, type PlannedUnit } from './plan.ts';
import { around, type Random, seeded, spread } from './random.ts';

/** The figures that the rehearsal plans for one unit. */
export interface PlannedSheet {
  unit: LocationId;
  code: string;
  registered: number;
  accredited: number;
  /** In the order of BALLOT_2023. */
  votes: number[];
  voidVotes: number;
  totalVotes: number;
  /** In [0, 1): decides what happens to the sheet, independent of its figures. */
  fate: number;
}

const PARTIES = BALLOT_2023.length;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The sums of the state's sheets: votes by party and rejected ballots, in proportion if only part of the state is planned. */
export function stateTargets(state: PlannedState): { votes: number[]; voidVotes: number } {
  const votes = RESULTS_2023.get(state.fact.code)?.votes ?? [];
  const states = [...RESULTS_2023.entries()];
  const rejected = spread(
    REJECTED_2023,
    states.map(([, result]) => sum(result.votes)),
  );
  const own = rejected[states.findIndex(([code]) => code === state.fact.code)] ?? 0;
  return {
    votes: votes.map((count) => Math.round(count * state.share)),
    voidVotes: Math.round(own * state.share),
  };
}

/** The popularity of each party in a place, around 1, for small and large parties alike. */
function leanings(random: Random, width: number): number[] {
  return Array.from({ length: PARTIES }, () => around(random, width));
}

interface Weighted {
  unit: PlannedUnit;
  turnout: number;
  parties: number[];
}

/** Expected votes by unit: registered voters times turnout, split by the state's result and the place's preferences. */
function weigh(state: PlannedState, stateVotes: readonly number[]): Weighted[] {
  const all = sum(stateVotes) || 1;
  const ofLga = new Map<LocationId | undefined, { turnout: number; leaning: number[] }>();
  return state.wards.flatMap((ward) => {
    const lgaId = ancestorOf(ward.id, 'lga');
    const lgaRandom = seeded(`lga ${lgaId}`);
    const lga = ofLga.get(lgaId) ?? { turnout: around(lgaRandom, 0.2), leaning: leanings(lgaRandom, 0.45) };
    ofLga.set(lgaId, lga);
    const random = seeded(`ward ${ward.id}`);
    const wardTurnout = lga.turnout * around(random, 0.15);
    const wardLeaning = leanings(random, 0.3);
    return ward.units
      .filter(({ id }) => !isFree(id))
      .map((unit) => {
        const liked = leanings(random, 0.35).map((own, party) => {
          const share = (stateVotes[party] ?? 0) / all;
          return share * own * (wardLeaning[party] ?? 1) * (lga.leaning[party] ?? 1);
        });
        const turnout = unit.registered * wardTurnout * around(random, 0.2);
        const scale = turnout / (sum(liked) || 1);
        return { unit, turnout, parties: liked.map((value) => value * scale) };
      });
  });
}

/** In 2023, 1.8 percent of sheets showed votes with no accredited voters, and another 2.1 percent too few accredited. */
const ZERO_ACCREDITED = 0.018;
const OVER_VOTED = 0.039;

/** Accredited voters: slightly above the votes, except on faulty sheets. A fault never changes votes. */
function accredit(total: number, registered: number, random: Random): number {
  const fault = random();
  const width = random();
  if (total > 0 && fault < ZERO_ACCREDITED) return 0;
  if (total > 1 && fault < OVER_VOTED) return total - Math.max(1, Math.round(total * 0.2 * width));
  return Math.max(total, Math.min(registered, total + Math.round(total * 0.025 * width)));
}

/** The sheets of all units of the state except the free ones; per party they sum exactly to the state's result. */
export function planSheets(state: PlannedState): PlannedSheet[] {
  const targets = stateTargets(state);
  const weighted = weigh(state, targets.votes);
  const byParty = targets.votes.map((total, party) =>
    spread(
      total,
      weighted.map(({ parties }) => parties[party] ?? 0),
    ),
  );
  const voids = spread(
    targets.voidVotes,
    weighted.map(({ turnout }) => turnout),
  );
  const random = seeded(`sheets ${state.fact.code}`);
  return weighted.map(({ unit }, index) => {
    const votes = byParty.map((shares) => shares[index] ?? 0);
    const voidVotes = voids[index] ?? 0;
    const totalVotes = sum(votes) + voidVotes;
    const accredited = accredit(totalVotes, unit.registered, random);
    const { id, registered } = unit;
    return { unit: id, code: codeOf(id), registered, accredited, votes, voidVotes, totalVotes, fate: random() };
  });
}

/** Moves a share of one party's votes to another, like a misread figure. */
export function moved(votes: readonly number[], share: number): number[] {
  const most = votes.indexOf(Math.max(...votes));
  const second = votes.reduce(
    (best, value, index) => (index !== most && value > (votes[best] ?? -1) ? index : best),
    most === 0 ? 1 : 0,
  );
  const count = Math.round((votes[most] ?? 0) * share);
  return votes.map((value, index) => {
    if (index === most) return value - count;
    return index === second ? value + count : value;
  });
}
