import type { FileId } from '@ec/contract/base/common';
import { locationIdOf } from '@ec/contract/geography/location-id';
import { AFFECTED_KINDS, AFFECTED_WORDS, type AffectedKind } from '@ec/contract/margin-of-lead/kinds';
import type { AffectedUnitId, ImportPvcRequest } from '@ec/contract/margin-of-lead/schemas';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sendPicture } from '../../domain/disputes/attachments.ts';
import type { KeptPhoto } from '../../lib/device/drafts.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';
import { known } from '../../lib/hooks/use-url-state.ts';
import { api } from '../../lib/http/api.ts';

export const WHOLE = { area: '', kind: '', q: '' };
export const FILTERS = { ...WHOLE, election: '', page: '1' };
export type AffectedFilters = typeof FILTERS;

export const KIND_CHOICES: { value: AffectedKind; label: string }[] = AFFECTED_KINDS.map((value) => ({
  value,
  label: AFFECTED_WORDS[value],
}));

const KEY = ['affected-units'] as const;

export const affectedQuery = (filters: AffectedFilters, electionId: string) => {
  const { area, kind, q, page } = filters;
  const query = {
    electionId,
    area: locationIdOf(area) === undefined ? '' : area,
    kind: known(KIND_CHOICES, kind),
    q,
    page: pageNumber(page),
    pageSize: PAGE_SIZE,
  };
  return queryOptions({
    queryKey: [...KEY, 'list', query],
    queryFn: ({ signal }) => api.call('GET /margin-of-lead/units', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: electionId !== '',
  });
};

export const historyQuery = (id: AffectedUnitId) =>
  queryOptions({
    queryKey: [...KEY, 'detail', id],
    queryFn: ({ signal }) => api.call('GET /margin-of-lead/units/:id', { params: { id }, signal }),
  });

/** A change of a record; lists and figures are read again. */
export function useAffectedChange<V, R>(change: (variables: V) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([KEY, ['live'], ['situation-room']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}

export interface RecordInput {
  kind: AffectedKind;
  ground: string;
  pvcCollected: number | null;
  fileIds: FileId[];
  picture: KeptPhoto | null;
}

async function withPicture({ picture, fileIds, ...body }: RecordInput) {
  if (!picture) return { ...body, fileIds };
  return { ...body, fileIds: [...fileIds, await sendPicture(picture, () => undefined)] };
}

export const recordUnit = async ({
  unit,
  ...input
}: RecordInput & { unit: { electionId: string; pollingUnitId: string } }) =>
  await api.call('POST /margin-of-lead/units', { body: { ...unit, ...(await withPicture(input)) } });

export const editUnit = async ({
  id,
  version,
  reason,
  ...input
}: RecordInput & { id: AffectedUnitId; version: number; reason: string }) =>
  await api.call('PUT /margin-of-lead/units/:id', {
    params: { id },
    body: { ...(await withPicture(input)), version, reason },
  });

export const importPvc = (body: ImportPvcRequest) => api.call('POST /margin-of-lead/pvc-import', { body });

export const withdrawUnit = ({ id, ...body }: { id: AffectedUnitId; version: number; reason: string }) =>
  api.call('POST /margin-of-lead/units/:id/withdraw', { params: { id }, body });
