import type { Election } from '@ec/contract/elections';
import type { GeneratedReport, ReportTemplateId } from '@ec/contract/reports';
import { useState } from 'react';
import type { FormProblem } from '../../components/FormErrorSummary.tsx';
import { ApiError, errorMessage } from '../../lib/api-error.ts';
import { useCurrentMe } from '../../lib/session.ts';
import { useGenerate } from './api.ts';
import { loadDraft, saveDraft } from './draft.ts';
import {
  checkValues,
  EMPTY_VALUES,
  FIELD_ORDER,
  fieldId,
  type Problems,
  problemsAt,
  type ReportValues,
  requestOf,
} from './report-form.ts';

const FAILED = 'The report could not be asked for';

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
  const [typed, setTyped] = useState<ReportValues>(() => loadDraft(userId, template));
  const values = withElections(typed, elections);
  const [checked, setChecked] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const generate = useGenerate();

  const change = (next: ReportValues) => {
    setTyped(next);
    saveDraft(userId, template, next);
    generate.reset();
  };
  const found = checkValues(template, values);
  const refused = refusals(generate.error, values);
  // A mistyped address is told at once: nobody should have to look for one among many.
  const early: Problems = found['ip_ranges'] ? { ip_ranges: found['ip_ranges'] } : {};
  const problems = { ...early, ...(checked && found), ...refused };

  const atFields: FormProblem[] = FIELD_ORDER.flatMap((field) => {
    const message = problems[field];
    return message && checked ? [{ field: fieldId(field), message }] : [];
  });
  const elsewhere = Object.entries(refused).filter(([field]) => !FIELD_ORDER.includes(field));
  const summary: FormProblem[] = [...atFields, ...elsewhere.map(([, message]) => ({ message }))];
  if (generate.error && Object.keys(refused).length === 0) {
    summary.push({ message: errorMessage(generate.error, FAILED) });
  }

  const submit = () => {
    generate.reset();
    setChecked(true);
    const request = requestOf(template, values);
    if (!request) {
      setAttempt((count) => count + 1);
      return;
    }
    generate.mutate(request, {
      onSuccess: (report) => {
        setChecked(false);
        onAsked(report);
      },
      onError: () => setAttempt((count) => count + 1),
    });
  };
  return {
    values,
    set: (part: Partial<ReportValues>) => change({ ...typed, ...part }),
    clear: () => {
      setChecked(false);
      change(EMPTY_VALUES);
    },
    problems,
    summary,
    attempt,
    submit,
    busy: generate.isPending,
  };
}

export type ReportForm = ReturnType<typeof useReportForm>;
