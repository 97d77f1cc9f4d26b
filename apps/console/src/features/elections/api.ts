import type { ContestDayId, ElectionId } from '@ec/contract/base/common';
import type { CreateContestDayRequest } from '@ec/contract/contest-days/schemas';
import type { ImportBallotRequest, SaveBallotRequest } from '@ec/contract/elections/ballot';
import {
  type CreateElectionRequest,
  ELECTION_EDITORS,
  type ElectionStatus,
  type UpdateElectionRequest,
} from '@ec/contract/elections/schemas';
import type { ChangeFormCodesRequest } from '@ec/contract/form-codes/schemas';
import type { LawProfileId, ProvisionKey } from '@ec/contract/law/profiles';
import type { ConfirmSectionRequest } from '@ec/contract/law/schemas';
import { type AccessDecision, decideAccess } from '@ec/contract/permissions/decide-access';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import { useAccessSubject } from '../../lib/session/session.ts';
import { type ElectionFilters, parametersOf } from './labels.ts';

export const ELECTIONS_PAGE_SIZE = 24;

export const electionsQuery = (filters: ElectionFilters) => {
  const query = { ...parametersOf(filters), pageSize: ELECTIONS_PAGE_SIZE };
  return queryOptions({
    queryKey: ['elections', 'list', query],
    queryFn: ({ signal }) => api.call('GET /elections', { signal, query }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
};

/** The elections that another one may follow. */
export const followedQuery = queryOptions({
  queryKey: ['elections', 'followed'],
  queryFn: ({ signal }) => api.call('GET /elections', { signal, query: { pageSize: 200 } }),
});

export const electionQuery = (id: string) =>
  queryOptions({
    queryKey: ['elections', 'one', id],
    queryFn: ({ signal }) => api.call('GET /elections/:id', { params: { id }, signal }),
    enabled: id !== '',
  });

export type CoverageType = 'region' | 'state' | 'lga';

/** All regions, states or LGAs; they change so rarely that one answer serves the visit. */
export const areasQuery = (type: CoverageType) =>
  queryOptions({
    queryKey: ['locations', 'all', type],
    queryFn: ({ signal }) => api.call('GET /locations', { signal, query: { type, pageSize: 1000 } }),
    staleTime: 10 * 60_000,
  });

/** Calls that change elections; every list of elections is read again afterwards. */
export function useElectionChange<V, R>(change: (variables: V) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['elections'] }),
  });
}

const EDITING = {
  roles: ELECTION_EDITORS,
  module: 'election_management',
  level: 'write',
  privilege: 'canManageElections',
} as const;

/** Who is offered to create and change elections; the server decides again, and on the area. */
export const useEditing = (): AccessDecision => decideAccess(useAccessSubject(), EDITING);

export const createElection = (body: CreateElectionRequest) => api.call('POST /elections', { body });

export const updateElection = ({ id, body }: { id: ElectionId; body: UpdateElectionRequest }) =>
  api.call('PUT /elections/:id', { params: { id }, body });

export const moveElection = ({ id, to, reason }: { id: ElectionId; to: ElectionStatus; reason: string }) =>
  api.call('POST /elections/:id/transition', { params: { id }, body: { to, ...(reason && { reason }) } });

export const deleteElection = (id: ElectionId) => api.call('DELETE /elections/:id', { params: { id } });

export const ballotQuery = (id: string) =>
  queryOptions({
    queryKey: ['elections', 'ballot', id],
    queryFn: ({ signal }) => api.call('GET /elections/:id/ballot', { params: { id }, signal }),
  });

export const saveBallot = ({ id, body }: { id: ElectionId; body: SaveBallotRequest }) =>
  api.call('PUT /elections/:id/ballot', { params: { id }, body });

/** Sends the logo of a party, which a ballot then names by its id. */
export async function uploadLogo(file: File) {
  const form = new FormData();
  form.append('file', file, file.name);
  return await api.upload('POST /elections/logos', form, () => undefined);
}

export const importBallot = ({ id, body }: { id: ElectionId; body: ImportBallotRequest }) =>
  api.call('POST /elections/:id/ballot/import', { params: { id }, body });

export const formCodesQuery = queryOptions({
  queryKey: ['elections', 'form-codes'],
  queryFn: ({ signal }) => api.call('GET /form-codes', { signal }),
});

export const changeFormCodes = (body: ChangeFormCodesRequest) => api.call('PATCH /form-codes', { body });

export const contestDaysQuery = queryOptions({
  queryKey: ['elections', 'days'],
  queryFn: ({ signal }) => api.call('GET /contest-days', { signal, query: { pageSize: 100 } }),
});

export const saveContestDay = ({ id, body }: { id: ContestDayId | null; body: CreateContestDayRequest }) =>
  id === null ? api.call('POST /contest-days', { body }) : api.call('PUT /contest-days/:id', { params: { id }, body });

export const deleteContestDay = (id: ContestDayId) => api.call('DELETE /contest-days/:id', { params: { id } });

export const lawsQuery = queryOptions({
  queryKey: ['law-profiles'],
  queryFn: ({ signal }) => api.call('GET /law-profiles', { signal }),
  staleTime: 60_000,
});

/** Calls that change what is known of a law; every text that quotes it is read again. */
export function useLawChange<V, R>(change: (variables: V) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => queryClient.invalidateQueries() });
}

interface SectionChange {
  params: { law: LawProfileId; key: ProvisionKey };
  body: ConfirmSectionRequest;
}

export const confirmSection = (change: SectionChange) => api.call('PATCH /law-profiles/:law/provisions/:key', change);
