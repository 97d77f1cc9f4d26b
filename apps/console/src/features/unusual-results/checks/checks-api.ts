import { ZONES } from '@ec/contract/geography/location-id';
import type { UnusualCheck } from '@ec/contract/unusual/checks';
import type { ChangeUnusualSettings } from '@ec/contract/unusual/settings';
import type { TrialFound, TrialRequest } from '@ec/contract/unusual/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { resultElectionsQuery } from '../../../domain/elections/result-elections.ts';
import { UNUSUAL_KEY } from '../../../domain/unusual/unusual-results.ts';
import { api } from '../../../lib/http/api.ts';

/** All elections but archived ones: checks are set before the first result comes. */
export const checkedElectionsQuery = queryOptions({
  ...resultElectionsQuery,
  select: ({ elections }) => elections.filter(({ status }) => status !== 'archived'),
});

export const settingsQuery = (electionId: string) =>
  queryOptions({
    queryKey: [...UNUSUAL_KEY, 'settings', electionId],
    queryFn: ({ signal }) => api.call('GET /unusual/settings', { query: { electionId }, signal }),
    enabled: electionId !== '',
  });

/** Stores the checks of an election; markings are read again by them. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeUnusualSettings) => api.call('PUT /unusual/settings', { body }),
    // After a conflict too: the form then shows what the other user stored.
    onSettled: () => queryClient.invalidateQueries({ queryKey: UNUSUAL_KEY }),
  });
}

const REGIONS = Object.keys(ZONES);

export interface TrialSums {
  /** Regions that were tried, and all of them. */
  done: number;
  of: number;
  results: number;
  found: Map<UnusualCheck, TrialFound>;
}

/** Tries checks region by region, so that the page shows how far it is; a new trial or `stop` ends the one that runs. */
export function useTrial() {
  const [sums, setSums] = useState<TrialSums | null>(null);
  const [running, setRunning] = useState<AbortController | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const stop = () => {
    running?.abort();
    setRunning(null);
  };
  const start = async (request: Omit<TrialRequest, 'area'>) => {
    running?.abort();
    const own = new AbortController();
    let next: TrialSums = { done: 0, of: REGIONS.length, results: 0, found: new Map() };
    setRunning(own);
    setError(null);
    setSums(next);
    try {
      for (const area of REGIONS) {
        const { results, found } = await api.call('POST /unusual/trial', {
          body: { ...request, area },
          signal: own.signal,
        });
        if (own.signal.aborted) return;
        const sum = new Map(next.found);
        for (const one of found) {
          const before = sum.get(one.check) ?? { tests: 0, units: 0, marked: 0 };
          sum.set(one.check, {
            check: one.check,
            tests: before.tests + one.tests,
            units: before.units + one.units,
            marked: before.marked + one.marked,
          });
        }
        next = { ...next, done: next.done + 1, results: next.results + results, found: sum };
        setSums(next);
      }
    } catch (thrown) {
      if (!own.signal.aborted) setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    } finally {
      if (!own.signal.aborted) setRunning(null);
    }
  };
  return { sums, running: running !== null, error, start, stop };
}
