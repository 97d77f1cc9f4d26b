import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { type GenerateReportRequest, REPORT_TEMPLATES } from '@ec/contract/reports/schemas';
import type { Settings } from '@ec/contract/settings/schemas';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { loadNames } from '../../platform/database/places.ts';
import { type ElectionRow, findElectionRow } from '../elections/queries.ts';
import { periodOf } from './templates/period-rules.ts';
import type { Subject } from './templates/request-words.ts';
import { foreignParameters, missingParameters } from './rules.ts';

interface Problem {
  parameter: string;
  problem: string;
}

/** Throws all problems, each with its field. */
function requireNone(problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first) return;
  throw new AppError('REPORT_PARAMETER', first).at(
    ...problems.map(({ parameter, problem }) => ({ path: `parameters.${parameter}`, message: problem })),
  );
}

function problemsOf({ template, parameters }: GenerateReportRequest, areas: readonly LocationId[]): Problem[] {
  const { name } = REPORT_TEMPLATES[template];
  const problems: Problem[] = [
    ...foreignParameters(template, parameters).map((parameter) => ({
      parameter,
      problem: `The report ${name} does not ask for this`,
    })),
    ...missingParameters(template, parameters),
  ];
  if (parameters.other_election_id !== undefined && parameters.other_election_id === parameters.election_id) {
    problems.push({ parameter: 'other_election_id', problem: 'Choose another election than the first' });
  }
  if (parameters.election_id !== undefined && areas.length > 1) {
    problems.push({ parameter: 'geographic_scope', problem: 'Choose one of your areas' });
  }
  return problems;
}

async function requireElection(
  db: Db,
  field: 'election_id' | 'other_election_id',
  id: ElectionId | undefined,
  areas: readonly LocationId[],
): Promise<ElectionRow | undefined> {
  if (id === undefined) return undefined;
  const election = await findElectionRow(db, id, areas);
  if (election) return election;
  const error = new AppError('ELECTION_NOT_FOUND');
  throw error.at({ path: `parameters.${field}`, message: error.message });
}

/** Loads everything that the parameters name, inside the areas; throws for parameters that the template does not take. */
export async function findSubject(
  db: Db,
  request: GenerateReportRequest,
  at: { areas: readonly LocationId[]; askedAt: Date; settings: Settings },
): Promise<Subject> {
  const { template, parameters } = request;
  const { areas, askedAt, settings } = at;
  requireNone(problemsOf(request, areas));
  const names = await loadNames(db, areas);
  const unknown = areas.find((area) => !names.has(area));
  if (unknown !== undefined) {
    const error = new AppError('UNKNOWN_LOCATION', { reference: parameters.geographic_scope ?? String(unknown) });
    throw error.atField('parameters.geographic_scope');
  }
  const { date_range: range } = parameters;
  return {
    template,
    parameters,
    areas,
    names,
    election: await requireElection(db, 'election_id', parameters.election_id, areas),
    otherElection: await requireElection(db, 'other_election_id', parameters.other_election_id, areas),
    period: range && periodOf(range, askedAt, settings.general.timezone),
    threshold: parameters.variance_threshold ?? settings.notifications.alertThresholds.resultDiscrepancy,
  };
}
