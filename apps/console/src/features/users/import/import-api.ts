import { ancestorOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { FILE_IMPORT_ROLES, type FileImportRole, importColumns, type UserImport } from '@ec/contract/users/import';
import type { UserSummary } from '@ec/contract/users/schemas';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { saveBlob } from '../../../lib/device/save-file.ts';
import { api } from '../../../lib/http/api.ts';
import { download } from '../../../lib/http/downloads.ts';
import { placeQuery, placesQuery, useReach } from '../../../domain/places/use-places.ts';

export const hasEnded = ({ state }: UserImport) => state === 'completed' || state === 'failed';

/** The own last imports; requested again and again while one of them runs. */
export const importsQuery = queryOptions({
  queryKey: ['users', 'imports'],
  queryFn: ({ signal }) => api.call('GET /users/imports', { signal }),
  refetchInterval: ({ state }) => (state.data?.imports.every(hasEnded) === false ? 1000 : false),
});

export const importText = (body: { importText: string; state: string; role: Role }) =>
  api.call('POST /users/import', { body, timeoutMs: 60_000 });

export const previewText = (body: { importText: string; state: string; role: Role }) =>
  api.call('POST /users/import/preview', { body, timeoutMs: 60_000 });

export interface PeopleFile {
  file: File;
  role: FileImportRole;
  allOrNothing: boolean;
  onProgress: (share: number) => void;
}

export function sendFile({ file, role, allOrNothing, onProgress }: PeopleFile) {
  const form = new FormData();
  form.append('role', role);
  form.append('allOrNothing', String(allOrNothing));
  form.append('file', file);
  return api.upload('POST /users/import/file', form, onProgress);
}

export const downloadRefused = ({ id, fileName }: UserImport) =>
  download(
    'GET /users/import/:id/refused.csv',
    { title: 'Refused lines', fileName: `refused-${fileName.replace(/\.\w{1,5}$/, '')}.csv` },
    {
      params: { id },
    },
  );

/** An empty list with the headings, in a form that spreadsheets open as it is. */
export function downloadTemplate(role: FileImportRole): void {
  const content = `\uFEFF${importColumns(role).join(',')}\r\n`;
  const name = role === 'ward_admin' ? 'ward-admins.csv' : 'officers.csv';
  saveBlob(name, new Blob([content], { type: 'text/csv' }));
}

/** The roles that the reader may give by a file: those of files among the ones that they may give at all. */
export function fileRoles({ can }: UserSummary): FileImportRole[] {
  return can.import ? FILE_IMPORT_ROLES.filter((role) => can.roles.includes(role)) : [];
}

/** The states that the reader may import into: those of their area, and the ones that hold an area narrower than a state. */
export function useImportStates() {
  const inside = useQuery(placesQuery('state', null));
  const narrow = useReach().filter(({ type }) => type === 'lga' || type === 'ward' || type === 'polling_unit');
  const held = useQueries({ queries: narrow.map(({ id }) => placeQuery(id)) });
  const states = new Map<LocationId, string>();
  for (const { id, name } of inside.data?.locations ?? []) states.set(id, name);
  for (const { data } of held) {
    const link = data?.chain.find(({ id }) => locationType(id) === 'state' && id === ancestorOf(data.id, 'state'));
    if (link) states.set(link.id, link.name);
  }
  return {
    states: [...states].map(([id, name]) => ({ value: String(id), label: name })),
    loading: inside.isPending,
    error: inside.error,
    refetch: inside.refetch,
  };
}
