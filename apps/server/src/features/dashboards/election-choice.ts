import type { ElectionId } from '@ec/contract/base/common';
import type { DashboardElection } from '@ec/contract/dashboards/schemas';
import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import type { Settings } from '@ec/contract/settings/schemas';
import type { Platform } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import { type ElectionRow, listCountedElections } from '../elections/queries.ts';
import { deadlineOf } from '../elections/rules.ts';

export interface ElectionChoice {
  /** Null if no election of the areas is live or completed. */
  election: DashboardElection | null;
  elections: DashboardElection[];
}

export function toDashboardElection(row: ElectionRow, settings: Settings): DashboardElection {
  const { id, name, type, status, electionDate, opensAt, closesAt } = row;
  return {
    id,
    name,
    type,
    status,
    electionDate,
    opensAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
    deadline: deadlineOf(closesAt, settings.election.resultSubmissionDeadline).toISOString(),
  };
}

/** Maximum number of elections to choose from. */
const OFFERED = 50;

/** The elections with results, read once per second for all callers. */
export interface CountedElections {
  /** The requested election, else the newest live one, else the newest completed one; with all available elections. */
  choose(settings: Settings, areas: readonly LocationId[], asked: ElectionId | undefined): Promise<ElectionChoice>;
}

const touches = (row: ElectionRow, areas: readonly LocationId[]) =>
  row.areas.some(({ id }) => areas.some((area) => isInside(id, area) || isInside(area, id)));

export function createCountedElections(platform: Platform): CountedElections {
  const kept = staleWhileRevalidate<ElectionRow[]>({ renewMs: 500, serveMs: 1000 });
  platform.events.subscribe((events) => {
    if (events.some(({ event }) => event.type === 'election.changed')) kept.forget();
  });
  const readAll = () => listCountedElections(platform.database.db);
  const inAreas = (rows: readonly ElectionRow[], areas: readonly LocationId[]) =>
    rows.filter((row) => touches(row, areas));

  return {
    async choose(settings, areas, asked) {
      const known = inAreas(await kept.get('all', readAll), areas);
      // A new election may be requested before the cached list contains it.
      const rows = asked && !known.some(({ id }) => id === asked) ? inAreas(await readAll(), areas) : known;
      const chosen = asked === undefined ? rows[0] : rows.find(({ id }) => id === asked);
      if (asked !== undefined && !chosen) throw new AppError('ELECTION_NOT_FOUND');
      const elections = rows.slice(0, OFFERED).map((row) => toDashboardElection(row, settings));
      return { election: chosen ? toDashboardElection(chosen, settings) : null, elections };
    },
  };
}
