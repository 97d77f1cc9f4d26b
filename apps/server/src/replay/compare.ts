import type { ElectionId } from '@ec/contract/base/common';
import type { LiveArea } from '@ec/contract/live/schemas';
import { ancestorOf, codeOf, ZONES } from '@ec/contract/geography/location-id';
import type { ReplayFile } from './file.ts';

/** The sums of one state: the file's and the live ones. */
export interface Comparison {
  code: string;
  name: string;
  rows: { file: number; live: number };
  accredited: { file: number; live: number };
  votes: { party: string; file: number; live: number }[];
}

interface FileSums {
  rows: number;
  accredited: number;
  votes: number[];
}

function sumFile(file: ReplayFile): Map<string, FileSums> {
  const sums = new Map<string, FileSums>();
  for (const row of file.rows) {
    const state = codeOf(ancestorOf(row.unit, 'state') ?? row.unit);
    const sum = sums.get(state) ?? { rows: 0, accredited: 0, votes: file.parties.map(() => 0) };
    sum.rows++;
    sum.accredited += row.accredited;
    sum.votes = sum.votes.map((value, index) => value + (row.votes[index] ?? 0));
    sums.set(state, sum);
  }
  return sums;
}

async function liveStates(baseUrl: string, token: string, electionId: ElectionId): Promise<LiveArea[]> {
  const zones = Object.keys(ZONES).map(async (zone) => {
    const response = await fetch(`${baseUrl}/api/live/areas?electionId=${electionId}&area=${zone}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const body = (await response.json()) as { data?: { areas: LiveArea[] }; error?: string };
    // A zone outside the election has no states.
    return body.data?.areas ?? [];
  });
  return (await Promise.all(zones)).flat();
}

/** Compares the file's sums with the provisional live figures, state by state. */
export async function compareSums(
  baseUrl: string,
  token: string,
  electionId: ElectionId,
  file: ReplayFile,
): Promise<Comparison[]> {
  const states = new Map((await liveStates(baseUrl, token, electionId)).map((row) => [row.area.code, row]));
  return [...sumFile(file)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, sums]) => {
      const live = states.get(code);
      return {
        code,
        name: live?.area.name ?? code,
        rows: { file: sums.rows, live: live?.provisional.results ?? 0 },
        accredited: { file: sums.accredited, live: live?.provisional.accreditedVoters ?? 0 },
        votes: file.parties.map((party, index) => ({
          party,
          file: sums.votes[index] ?? 0,
          live: live?.provisional.votes[party] ?? 0,
        })),
      };
    });
}

export function agrees({ rows, accredited, votes }: Comparison): boolean {
  return [rows, accredited, ...votes].every(({ file, live }) => file === live);
}

/** The comparison summed over all states. */
export function nationOf(comparisons: readonly Comparison[], parties: readonly string[]): Comparison {
  const add = (pick: (row: Comparison) => { file: number; live: number }) => ({
    file: comparisons.reduce((sum, row) => sum + pick(row).file, 0),
    live: comparisons.reduce((sum, row) => sum + pick(row).live, 0),
  });
  const nothing = { file: 0, live: 0 };
  return {
    code: 'All',
    name: 'All states',
    rows: add(({ rows }) => rows),
    accredited: add(({ accredited }) => accredited),
    votes: parties.map((party, index) => ({ party, ...add(({ votes }) => votes[index] ?? nothing) })),
  };
}
