import type { Election } from '@ec/contract/elections/schemas';
import type { GeneratedReport, ReportTemplateId } from '@ec/contract/reports/schemas';
import { useState } from 'react';
import type { Problems as FormProblems } from '../../../components/form/form-problems.ts';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { useGenerate } from '../api.ts';
import {
  checkValues,
  EMPTY_VALUES,
  FIELD_ORDER,
  type Problems,
  problemsAt,
  ReportValues,
  requestOf,
} from './report-form.ts';

/** One draft a person and template, for as long as the tab stands. */
const slot = (userId: string, template: ReportTemplateId) => `ec-report:${userId}:${template}`;

function loadDraft(userId: string, template: ReportTemplateId): ReportValues {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(slot(userId, template)) ?? 'null');
    return ReportValues.safeParse(kept).data ?? EMPTY_VALUES;
  } catch {
    return EMPTY_VALUES;
  }
}

function saveDraft(userId: string, template: ReportTemplateId, values: ReportValues): void {
  try {
    sessionStorage.setItem(slot(userId, template), JSON.stringify(values));
  } catch {
    // Where the browser keeps nothing, the form itself still holds what was typed.
  }
}

function refusals(error: unknown, values: ReportValues): Problems {
  if (!(error instanceof ApiError)) return {};
  const { parameter, problem } = error.details;
  const named = typeof parameter === 'string' && typeof problem === 'string';
  const fields = error.fields.length === 0 && named ? [{ path: parameter, message: problem }] : error.fields;
  return problemsAt(fields, values);
}

/** A draft can name an election that is not there any more; where there is but one, it needs no choosing. */
function withElections(typed: ReportValues, elections: readonly Election[] | undefined): ReportValues {
  const known = (id: string) => (!elections || elections.some((election) => election.id === id) ? id : '');
  const only = elections?.length === 1 ? (elections[0]?.id ?? '') : '';
  return { ...typed, election: known(typed.election) || only, otherElection: known(typed.otherElection) };
}

/** The form of one template: what was typed, what is wrong with it, and how it is sent. */
export function useReportForm(
  template: ReportTemplateId,
  elections: readonly Election[] | undefined,
  onAsked: (report: GeneratedReport) => void,
) {
  const userId = useCurrentMe().user.id;
  const [draft] = useState(() => loadDraft(userId, template));
  const whole = (typed: ReportValues) => withElections(typed, elections);
  const form = useServerForm({
    id: 'report',
    start: EMPTY_VALUES,
    typed: draft,
    fields: FIELD_ORDER,
    check: (typed) => checkValues(template, whole(typed)),
    body: (typed) => requestOf(template, whole(typed)) ?? null,
    issues: (error, typed) =>
      Object.entries(refusals(error, whole(typed))).map(([path, message]) => ({ path, message })),
    request: useGenerate(),
    failed: 'The report could not be requested',
    onDone: onAsked,
    onChange: (typed) => saveDraft(userId, template, typed),
  });
  const values = whole(form.values);
  // A mistyped address is reported at once, because it is hard to find among many.
  const early = checkValues(template, values)['ip_ranges'];
  const problems: FormProblems = { ...form.errors, ip_ranges: form.errors['ip_ranges'] ?? early };
  return {
    form,
    values,
    set: (part: Partial<ReportValues>) => form.set(part, ...FIELD_ORDER),
    clear: () => {
      saveDraft(userId, template, EMPTY_VALUES);
      form.restart();
    },
    problems,
  };
}

export type ReportForm = ReturnType<typeof useReportForm>;
