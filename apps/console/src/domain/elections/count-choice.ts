import type { Basis } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { ADMIN_ROLES, type Role } from '@ec/contract/permissions/roles';
import { useCallback } from 'react';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';

const DEFAULTS = { election: '', source: '', basis: '' };
const CHOOSERS: readonly Role[] = [...ADMIN_ROLES, 'moderator'];

/** The requested figures; if absent, the server takes the live election and the reader's count. */
export interface CountChoice {
  electionId?: string;
  source?: Source;
}

/** Officers and the grassroots see only the count that they report to. */
export function choosesSource(role: Role): boolean {
  return CHOOSERS.includes(role);
}

/** A path with further parts of a query; those that are empty or absent are left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const [pathname = '', search] = path.split('?');
  const params = new URLSearchParams(search);
  for (const [key, value] of Object.entries(query)) if (value) params.set(key, value);
  const text = params.toString();
  return text ? `${pathname}?${text}` : pathname;
}

export function choiceIn(params: URLSearchParams): CountChoice {
  const electionId = params.get('election');
  const source = params.get('source');
  return {
    ...(electionId && { electionId }),
    ...((source === 'official' || source === 'grassroots') && { source }),
  };
}

/** Election, count and basis as they stand in the address; pages of other places keep them. Places show what is provisional unless asked otherwise. */
export function useCountChoice() {
  const [state, set] = useUrlState(DEFAULTS);
  const { election, source, basis } = state;
  const keep = useCallback((path: string) => withQuery(path, { election, source, basis }), [election, source, basis]);
  const shown: Basis = basis === 'verified' ? 'verified' : 'provisional';
  return { choice: choiceIn(new URLSearchParams({ election, source })), basis: shown, set, keep };
}
