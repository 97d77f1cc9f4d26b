import type { DashboardElection } from '@ec/contract/dashboards';
import type { ElectionId } from '@ec/contract/common';
import type { LocationId } from '@ec/contract/location-id';
import type { Settings } from '@ec/contract/settings';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type ElectionRow, listCountedElections } from '../elections/queries.ts';
import { deadlineOf } from '../results/rules.ts';

export interface ElectionChoice {
  /** Null while no election of the areas is live or completed. */
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

/** The election asked for, else the newest that is live, else the newest completed one; with those there are to choose from. */
export async function chooseElection(
  db: Db,
  settings: Settings,
  areas: readonly LocationId[],
  asked: ElectionId | undefined,
): Promise<ElectionChoice> {
  const rows = await listCountedElections(db, areas);
  const elections = rows.map((row) => toDashboardElection(row, settings));
  const election = asked === undefined ? elections[0] : elections.find(({ id }) => id === asked);
  if (asked !== undefined && !election) throw new AppError('ELECTION_NOT_FOUND');
  return { election: election ?? null, elections };
}
