import { useState } from 'react';
import type { FormProblem } from '../../components/FormErrorSummary.tsx';
import { ApiError, errorMessage } from '../../lib/api-error.ts';

export type Problems = Readonly<Record<string, string>>;

export const fieldId = (field: string) => `moderator-${field}`;

const OTHER_NAMES: Record<string, string> = { phoneNumber: 'phone' };

/** The field that a path of the API is about: privileges.allowedStates.2 is about allowedStates. */
function fieldOf(path: string): string {
  const [name = ''] = path.replace(/^privileges\./, '').split('.');
  return OTHER_NAMES[name] ?? name;
}

/** Refusals of the server by field; several about one field stand together, and what is about none is apart. */
function refusals(error: unknown, known: readonly string[]): { problems: Problems; others: string[] } {
  const problems: Record<string, string> = {};
  const others: string[] = [];
  for (const { path, message } of error instanceof ApiError ? error.fields : []) {
    const field = fieldOf(path);
    if (!known.includes(field)) others.push(message);
    else problems[field] = problems[field] ? `${problems[field]} ${message}` : message;
  }
  return { problems, others };
}

/** What is wrong with a form: beside its fields, and all of it at its top. `fields` in the order in which they stand. */
export function useProblems(fields: readonly string[]) {
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<{ title: string; messages: string[] } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const summary: FormProblem[] = [
    ...(failure?.messages ?? []).map((message) => ({ message })),
    ...fields.flatMap((field) => (problems[field] ? [{ field: fieldId(field), message: problems[field] }] : [])),
  ];
  return {
    problems,
    summary: { problems: summary, attempt, ...(failure && { title: failure.title }) },
    /** Takes over what the screen itself found; true where that was nothing. */
    check(found: Problems): boolean {
      setProblems(found);
      setFailure(null);
      setAttempt((count) => count + 1);
      return Object.keys(found).length === 0;
    },
    /** Takes over what the server refused; `title` says what could not be done. */
    failed(error: unknown, title: string): void {
      const refused = refusals(error, fields);
      const told = Object.keys(refused.problems).length > 0 ? refused.others : [errorMessage(error, title)];
      setProblems(refused.problems);
      setFailure({ title, messages: told });
      setAttempt((count) => count + 1);
    },
    /** What was said of a field is over once it is changed. */
    clear(...names: string[]): void {
      setProblems((old) => Object.fromEntries(Object.entries(old).filter(([name]) => !names.includes(name))));
    },
  };
}
