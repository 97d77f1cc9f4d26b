import type { ElectionId } from '@ec/contract/base/common';
import type { CollationConstituency } from '@ec/contract/collations/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { type GenerateReportRequest, REPORT_TEMPLATES } from '@ec/contract/reports/schemas';
import type { Settings } from '@ec/contract/settings/schemas';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { loadNames } from '../../platform/database/places.ts';
import { gainsPlace } from '../collations/gains-service.ts';
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

/** The constituency that a collation is taken apart in. Throws, at its field, where the election and the area need another answer. */
async function constituencyOf(
  db: Db,
  { template, parameters }: GenerateReportRequest,
  { id }: ElectionRow,
  area: LocationId,
): Promise<CollationConstituency> {
  if (template !== 'collation_gap') return null;
  const query = { electionId: id, area: String(area), constituency: parameters.constituency_id };
  try {
    return (await gainsPlace(db, query)).constituency;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('REPORT_PARAMETER', { parameter: 'constituency_id', problem: error.message }).at({
      path: 'parameters.constituency_id',
      message: error.message,
    });
  }
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
  const election = await requireElection(db, 'election_id', parameters.election_id, areas);
  const [area] = areas;
  return {
    template,
    parameters,
    areas,
    names,
    election,
    constituency: election && area !== undefined ? await constituencyOf(db, request, election, area) : null,
    otherElection: await requireElection(db, 'other_election_id', parameters.other_election_id, areas),
    period: range && periodOf(range, askedAt, settings.general.timezone),
    threshold: parameters.variance_threshold ?? settings.notifications.alertThresholds.resultDiscrepancy,
  };
}
