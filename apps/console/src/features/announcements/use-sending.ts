import type { ReachRequest } from '@ec/contract/announcements';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormProblem } from '../../components/FormErrorSummary.tsx';
import { ApiError, errorMessage, fieldErrors } from '../../lib/api-error.ts';
import { reachQuery } from './api.ts';
import { FIELD_WORDS, type Field, fieldId, FIELDS, type Problems } from './values.ts';

/** From so many people on, sending is asked about once more. */
const MANY_PEOPLE = 1000;

/** What is to be said before it goes out; `people` is null where they could not be counted. */
export interface Question {
  people: number | null;
}

const ABOUT_FIELD: Partial<Record<string, Field>> = {
  ANNOUNCEMENT_EXPIRY: 'expiresAt',
  ANNOUNCEMENT_ROLE: 'roles',
};

function refusedFields(error: unknown): Problems {
  const problems: Problems = {};
  for (const [path, message] of Object.entries(fieldErrors(error))) {
    const field = FIELDS.find((each) => each === path.split('.')[0]);
    if (field) problems[field] ??= message;
  }
  const field = error instanceof ApiError ? ABOUT_FIELD[error.code] : undefined;
  if (field) problems[field] ??= errorMessage(error);
  return problems;
}

/** What stands between a form and its sending: its problems, and the question before an urgent one or one for many. */
export function useSending() {
  const queryClient = useQueryClient();
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [question, setQuestion] = useState<Question | null>(null);
  const [counting, setCounting] = useState(false);

  const show = (found: Problems, other: string | null) => {
    setProblems(found);
    setFailure(other);
    setAttempt((count) => count + 1);
  };
  const listed: FormProblem[] = FIELDS.flatMap((field) => {
    const message = problems[field];
    return message ? [{ field: fieldId(field), message: `${FIELD_WORDS[field]}: ${message}` }] : [];
  });
  if (failure !== null) listed.push({ message: failure });
  return {
    problems,
    listed,
    attempt,
    counting,
    question,
    /** Sends at once, or asks first; where people cannot be counted only what is urgent is asked about. */
    ask: async (audience: ReachRequest, urgent: boolean, send: () => void) => {
      setCounting(true);
      const reach = await queryClient.fetchQuery({ ...reachQuery(audience), retry: false }).catch(() => null);
      setCounting(false);
      if (urgent || (reach?.people ?? 0) >= MANY_PEOPLE) setQuestion({ people: reach?.people ?? null });
      else send();
    },
    answered: () => setQuestion(null),
    wrong: (found: Problems) => show(found, null),
    /** It went wrong for a reason that is about no field. */
    failed: (message: string) => {
      setQuestion(null);
      show({}, message);
    },
    refused: (error: unknown, fallback: string) => {
      setQuestion(null);
      const found = refusedFields(error);
      show(found, Object.keys(found).length > 0 ? null : errorMessage(error, fallback));
    },
    clear: (fields: readonly string[]) => {
      setFailure(null);
      setProblems((old) => Object.fromEntries(Object.entries(old).filter(([field]) => !fields.includes(field))));
    },
  };
}
