import type { ElectionId } from '@ec/contract/base/common';
import { LGAS, STATES } from '@ec/contract/geography/reference-data';
import { ZONES } from '@ec/contract/geography/location-id';
import type { Database } from '@ec/server/platform/database/database';
import { pickWatchers, signIn } from './dataset.ts';
import { type ReadingOptions, type ReadingRun, readWhileSubmitting } from './readers.ts';

/** The summary; children of the nation, a zone or a state, and all states at once; wards of an LGA. */
const KINDS = ['summary', 'areas', 'wards'] as const;
export type LiveKind = (typeof KINDS)[number];

/**
 * What people ask as they drill down: the summary and the children of the nation, of zones, states and LGAs, as many of
 * each level, and one in ten all states at once.
 */
export function liveQuestions(election: ElectionId): { kind: LiveKind; path: string }[] {
  const levels = [['NG'], Object.keys(ZONES), STATES.map(({ id }) => String(id)), LGAS.map(({ id }) => String(id))];
  return Array.from({ length: LGAS.length }, (_, number) => {
    const level = number % levels.length;
    const area = levels[level]?.[(number * 7) % (levels[level]?.length ?? 1)] ?? 'NG';
    const query = `electionId=${election}&area=${area}`;
    const kind: LiveKind = level === 3 ? 'wards' : 'areas';
    const children = `/live/areas?${query}`;
    const allStates = `/live/areas?electionId=${election}&area=NG&level=state`;
    return [
      { kind: 'summary' as const, path: `/live/summary?${query}` },
      number % 10 === 9 ? { kind: 'areas' as const, path: allStates } : { kind, path: children },
    ];
  }).flat();
}

/** People who read the live screen of each contest while submissions arrive at a constant rate. */
export async function runLive(
  database: Database,
  options: ReadingOptions & { readers: number },
): Promise<ReadingRun<LiveKind>> {
  const { readers, elections } = options;
  const tokens = await signIn(database, await pickWatchers(database, 'national_admin', readers));
  // One contest after the other, each the same question.
  const questions = elections.map(liveQuestions);
  return await readWhileSubmitting(database, options, readers, KINDS, (reader, n) => {
    const asked = questions[n % questions.length] ?? [];
    const { kind, path } = asked[Math.floor(n / questions.length) % asked.length] ?? { kind: 'summary', path: '' };
    return { kind, path, token: tokens[reader] ?? '' };
  });
}
