import { locationIdOf } from '@ec/contract/geography/location-id';
import {
  ApprovalStatusFilter,
  GenerateReportRequest,
  REPORT_PARAMETERS,
  REPORT_TEMPLATES,
  type ReportParameter,
  type ReportParameters,
  type ReportTemplateId,
} from '@ec/contract/reports/schemas';
import * as z from 'zod/mini';

/** What was typed and chosen for a template, as it also stands in the draft. */
export const ReportValues = z.object({
  election: z.string(),
  compareWith: z.enum(['counts', 'election']),
  otherElection: z.string(),
  period: z.enum(['today', 'week', 'month', 'custom']),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** The code of a place; empty for the reader's own area. */
  area: z.string(),
  constituency: z.string(),
  roles: z.array(z.string()),
  activities: z.array(z.string()),
  approvalStatus: z.union([z.literal(''), ApprovalStatusFilter]),
  approverRole: z.string(),
  threshold: z.string(),
  securityEvents: z.array(z.string()),
  networks: z.array(z.string()),
});
export type ReportValues = z.infer<typeof ReportValues>;

export const EMPTY_VALUES: ReportValues = {
  election: '',
  compareWith: 'counts',
  otherElection: '',
  period: 'week',
  from: null,
  to: null,
  area: '',
  constituency: '',
  roles: [],
  activities: [],
  approvalStatus: '',
  approverRole: '',
  threshold: '',
  securityEvents: [],
  networks: [],
};

export type Problems = Record<string, string>;

/** The fields in the order in which they stand, by the names that the API gives their parameters. */
export const FIELD_ORDER: readonly string[] = REPORT_PARAMETERS.flatMap((parameter) => {
  if (parameter === 'election_id') return ['election_id', 'other_election_id'];
  return parameter === 'date_range' ? ['date_range', 'from', 'to'] : [parameter];
});

export const fieldId = (field: string) => `report-${field}`;

export const asks = (template: ReportTemplateId, parameter: ReportParameter): boolean =>
  (REPORT_TEMPLATES[template].parameters as readonly ReportParameter[]).includes(parameter);

type Unchecked = { [K in keyof ReportParameters]?: unknown };

/** How the values answer each parameter; undefined leaves it out, which stands for everything. */
const ANSWERS: Record<ReportParameter, (values: ReportValues) => unknown> = {
  election_id: ({ election }) => election || undefined,
  date_range: ({ period, from, to }) =>
    period === 'custom' ? { period, from: from ?? undefined, to: to ?? undefined } : { period },
  geographic_scope: ({ area }) => area || undefined,
  constituency_id: ({ constituency }) => constituency || undefined,
  user_roles: ({ roles }) => some(roles),
  activity_types: ({ activities }) => some(activities),
  approval_status: ({ approvalStatus }) => approvalStatus || undefined,
  approver_role: ({ approverRole }) => approverRole || undefined,
  variance_threshold: ({ threshold }) => (threshold.trim() === '' ? undefined : Number(threshold)),
  security_events: ({ securityEvents }) => some(securityEvents),
  ip_ranges: ({ networks }) => some(networks),
};

const some = (list: readonly string[]) => (list.length > 0 ? list : undefined);

/** What is sent of the values: the template's own parameters, unchecked. */
function parametersOf(template: ReportTemplateId, values: ReportValues): Unchecked {
  const asked = REPORT_TEMPLATES[template].parameters.map((parameter) => [parameter, ANSWERS[parameter](values)]);
  const other = template === 'result_comparison' && values.compareWith === 'election' && values.otherElection;
  return { ...Object.fromEntries(asked), ...(other && { other_election_id: other }) };
}

/** Refusals, whether the contract's or the server's, at the fields of the form. */
export function problemsAt(fields: readonly { path: string; message: string }[], values: ReportValues): Problems {
  const problems: Problems = {};
  for (const { path, message } of fields) {
    const [parameter = '', part = ''] = path.replace(/^parameters\./, '').split('.');
    const field = parameter === 'date_range' && part !== '' && part !== 'period' ? part : parameter;
    const wrong = parameter === 'ip_ranges' ? values.networks[Number(part)] : undefined;
    problems[field] ??= wrong === undefined || part === '' ? message : `${wrong}: ${message}`;
  }
  return problems;
}

/** What is wrong with the values, field by field, before they are sent; the server decides again. */
export function checkValues(template: ReportTemplateId, values: ReportValues): Problems {
  const request = GenerateReportRequest.safeParse({ template, parameters: parametersOf(template, values) });
  const issues = request.error?.issues ?? [];
  const problems = problemsAt(
    issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    values,
  );
  const { election, otherElection, compareWith, period, from, to } = values;
  if (asks(template, 'date_range') && period === 'custom') {
    if (from === null) problems['from'] = 'Choose the first day';
    else delete problems['from'];
    if (to === null) problems['to'] = 'Choose the last day';
  }
  if (asks(template, 'election_id') && election === '') problems['election_id'] = 'Choose an election';
  if (values.area !== '' && locationIdOf(values.area) === undefined) problems['geographic_scope'] = 'Choose a place';
  if (template === 'result_comparison' && compareWith === 'election') {
    if (otherElection === '') problems['other_election_id'] = 'Choose the election to compare with';
    else if (otherElection === election) problems['other_election_id'] = 'Choose another election than the first';
  }
  return problems;
}

/** The request as the contract reads it; undefined while anything is wrong with the values. */
export function requestOf(template: ReportTemplateId, values: ReportValues): GenerateReportRequest | undefined {
  if (Object.keys(checkValues(template, values)).length > 0) return undefined;
  return GenerateReportRequest.safeParse({ template, parameters: parametersOf(template, values) }).data;
}
