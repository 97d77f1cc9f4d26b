import { APPROVAL_STATUSES } from '@ec/contract/approvals/schemas';
import type { CollationConstituency } from '@ec/contract/collations/schemas';
import { formCodesOf } from '@ec/contract/form-codes/codes';
import { chainOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import {
  ACTIVITY_TYPES,
  REPORT_TEMPLATES,
  type ReportParameters,
  type ReportTemplateId,
  SECURITY_EVENTS,
} from '@ec/contract/reports/schemas';
import { ROLES } from '@ec/contract/permissions/roles';
import type { Formats } from '../../../platform/runtime/format.ts';
import type { ElectionRow } from '../../elections/queries.ts';
import type { Period } from './period-rules.ts';
import type { ParameterWords } from '../../../platform/database/tables/reports.ts';

/** A place with its state, because names of LGAs repeat. */
export function placeText(id: LocationId, names: ReadonlyMap<LocationId, string>): string {
  const named = chainOf(id).filter((link) => link === id || !['national', 'region'].includes(locationType(link)));
  return named
    .map((link) => names.get(link) ?? '')
    .toReversed()
    .join(', ');
}

const PERIODS = { today: 'Today', week: 'This week', month: 'This month', custom: '' } as const;

/** The subject of a report: everything that its parameters name, loaded. */
export interface Subject {
  template: ReportTemplateId;
  parameters: ReportParameters;
  areas: readonly LocationId[];
  names: ReadonlyMap<LocationId, string>;
  election: ElectionRow | undefined;
  otherElection: ElectionRow | undefined;
  /** The one that a collation gap is of; null for the others, and where elections have none. */
  constituency: CollationConstituency;
  period: Period | undefined;
  /** Percentage points; the setting if not given. */
  threshold: number;
}

export const scopeText = ({ areas, names }: Pick<Subject, 'areas' | 'names'>): string =>
  areas.map((area) => placeText(area, names)).join('; ');

function periodText(period: Period, formats: Formats): string {
  const [first, last] = [formats.day(period.firstDay), formats.day(period.lastDay)];
  return first === last ? first : `${first} to ${last}`;
}

/** The code of the sheet of polling units, as it is printed on the paper. */
export const unitFormOf = ({ type, correctedForms }: ElectionRow): string =>
  formCodesOf(type, correctedForms).polling_unit;

/** The forms of the elections of a report, each once. */
export const unitFormsOf = ({ election, otherElection }: Pick<Subject, 'election' | 'otherElection'>): string[] => [
  ...new Set([election, otherElection].flatMap((row) => (row ? [unitFormOf(row)] : []))),
];

const electionText = (election: ElectionRow, formats: Formats) =>
  `${election.name}, ${formats.day(election.electionDate)}`;

const listed = <Id extends string>(chosen: readonly Id[] | undefined, table: Record<Id, { title: string }>) =>
  chosen && chosen.length > 0 ? chosen.map((id) => table[id].title).join(', ') : undefined;

function periodWords({ period, parameters }: Subject, formats: Formats): string | undefined {
  if (!period) return undefined;
  const name = PERIODS[parameters.date_range?.period ?? 'custom'];
  const days = periodText(period, formats);
  return name ? `${name} (${days})` : days;
}

/** The parameters as text, including defaults. */
export function parameterWords(subject: Subject, formats: Formats): ParameterWords {
  const { template, parameters, election, otherElection } = subject;
  const isComparison = template === 'result_comparison';
  const asks = (name: string) => (REPORT_TEMPLATES[template].parameters as readonly string[]).includes(name);
  const forms = unitFormsOf(subject);
  const rows: [string, string | undefined][] = [
    ['Election', election && electionText(election, formats)],
    [
      'Compared with',
      otherElection
        ? electionText(otherElection, formats)
        : isComparison
          ? 'The grassroots count of the same election'
          : undefined,
    ],
    ['Constituency', subject.constituency?.name],
    ['Form of polling units', forms.length > 0 ? forms.join(', ') : undefined],
    ['Period', periodWords(subject, formats)],
    ['Area', scopeText(subject)],
    ['Roles', asks('user_roles') ? (listed(parameters.user_roles, ROLES) ?? 'All') : undefined],
    ['Activities', asks('activity_types') ? (listed(parameters.activity_types, ACTIVITY_TYPES) ?? 'All') : undefined],
    [
      'Status',
      asks('approval_status')
        ? parameters.approval_status
          ? APPROVAL_STATUSES[parameters.approval_status]
          : 'All'
        : undefined,
    ],
    [
      'Decided by',
      asks('approver_role')
        ? parameters.approver_role
          ? ROLES[parameters.approver_role].title
          : 'Anybody'
        : undefined,
    ],
    ['Threshold', isComparison ? `${subject.threshold} percentage points` : undefined],
    ['Events', asks('security_events') ? (listed(parameters.security_events, SECURITY_EVENTS) ?? 'All') : undefined],
    ['Addresses', asks('ip_ranges') ? parameters.ip_ranges?.join(', ') || 'All' : undefined],
  ];
  return rows.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));
}

/** A title that distinguishes the report in a list. */
export function titleOf(subject: Subject, formats: Formats): string {
  const { election, otherElection, constituency, period } = subject;
  const what = election
    ? [election.name, ...(otherElection ? [otherElection.name] : [])].join(' and ')
    : period && periodText(period, formats);
  return [`${REPORT_TEMPLATES[subject.template].name}: ${what}`, constituency?.name, scopeText(subject)]
    .filter(Boolean)
    .join(', ');
}
