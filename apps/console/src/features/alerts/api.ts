import type { AlertBulkAnswer, AlertBulkRequest, AlertGroupList } from '@ec/contract/alerts/bulk';
import type {
  AcknowledgeAlertRequest,
  Alert,
  AlertCounts,
  AlertList,
  RaiseAlertRequest,
} from '@ec/contract/alerts/schemas';
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ALERT_COUNTS_KEY } from '../../domain/alerts/alert-counts.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import { download } from '../../lib/http/downloads.ts';
import { notifyError, notifySuccess } from '../../lib/hooks/notify.ts';
import { type AlertFilters, type AlertParameters, exportParametersOf, type GroupParameters } from './filters.ts';
import { withAlert, withOnly, without, withRead } from './list-state.ts';

/** The lists on the screen; read again on request, or after an action. */
export const SHOWN_KEY = ['alerts', 'shown'] as const;
/** The same lists in the present state; read again after every event. */
export const LATEST_KEY = ['alerts', 'latest'] as const;
export const SHOWN_GROUPS_KEY = ['alerts', 'groups', 'shown'] as const;
export const LATEST_GROUPS_KEY = ['alerts', 'groups', 'latest'] as const;
/** The alerts of opened groups. */
export const IN_GROUP_KEY = ['alerts', 'in-group'] as const;
export const ONE_KEY = ['alerts', 'one'] as const;

export const alertsQuery = (query: AlertParameters, key: typeof SHOWN_KEY | typeof LATEST_KEY = SHOWN_KEY) =>
  queryOptions({
    queryKey: [...key, query] as const,
    queryFn: ({ signal }) => api.call('GET /alerts', { query, signal }),
  });

/** Saves the alerts of the list as it is filtered, as CSV; it continues on other pages. */
export const exportAlerts = (filters: AlertFilters) =>
  download(
    'GET /alerts/export.csv',
    { title: 'Alerts', fileName: 'alerts.csv' },
    { query: exportParametersOf(filters) },
  );

export const alertQuery = (id: string) =>
  queryOptions({
    queryKey: [...ONE_KEY, id],
    queryFn: ({ signal }) => api.call('GET /alerts/:id', { params: { id }, signal }),
  });

/** Those who could be given an alert, or all alerts of an area. */
export type OwnersOf = { alertId: string } | { areaId: number };

export const ownersQuery = (of: OwnersOf, q: string) =>
  queryOptions({
    queryKey: ['alerts', 'owners', of, q],
    queryFn: ({ signal }) =>
      'alertId' in of
        ? api.call('GET /alerts/:id/owners', { params: { id: of.alertId }, query: { q }, signal })
        : api.call('GET /alerts/owners', { query: { q, area: String(of.areaId) }, signal }),
    placeholderData: keepPreviousData,
  });

export const groupsQuery = (query: GroupParameters, key: typeof SHOWN_GROUPS_KEY | typeof LATEST_GROUPS_KEY) =>
  queryOptions({
    queryKey: [...key, query] as const,
    queryFn: ({ signal }) => api.call('GET /alerts/groups', { query, signal }),
  });

/** One page of the alerts of an opened group, as the list of groups is narrowed. */
export const inGroupQuery = (
  group: string,
  parameters: GroupParameters,
  paging: Pick<GroupParameters, 'page' | 'pageSize'>,
) => {
  // The orders of groups are none of single alerts.
  const query = { ...parameters, ...paging, group, sort: '' };
  return queryOptions({
    queryKey: [...IN_GROUP_KEY, query] as const,
    queryFn: ({ signal }) => api.call('GET /alerts', { query, signal }),
    placeholderData: keepPreviousData,
  });
};

/** How many alerts a change of many would change; asked anew with each dialog. */
export const previewQuery = (body: Partial<AlertBulkRequest> & Pick<AlertBulkRequest, 'action'>) =>
  queryOptions({
    queryKey: ['alerts', 'preview', body],
    queryFn: ({ signal }) => api.call('POST /alerts/bulk', { body: { ...body, preview: true }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

function changeLists(queryClient: QueryClient, change: (list: AlertList) => AlertList): void {
  for (const queryKey of [SHOWN_KEY, LATEST_KEY]) {
    queryClient.setQueriesData<AlertList>({ queryKey }, (list) => list && change(list));
  }
}

function changeGroups(queryClient: QueryClient, id: string, change: (alert: Alert) => Alert): void {
  for (const queryKey of [SHOWN_GROUPS_KEY, LATEST_GROUPS_KEY]) {
    queryClient.setQueriesData<AlertGroupList>({ queryKey }, (list) => list && withOnly(list, id, change));
  }
}

/** Shows an alert as read, or as unread again, wherever it stands, and counts it. */
function showRead(queryClient: QueryClient, id: string, isRead: boolean): void {
  changeLists(queryClient, (list) => withRead(list, id, isRead));
  changeGroups(queryClient, id, (alert) => ({ ...alert, isRead }));
  queryClient.setQueryData<Alert>(alertQuery(id).queryKey, (alert) => alert && { ...alert, isRead });
  queryClient.setQueryData<AlertCounts>(
    ALERT_COUNTS_KEY,
    (counts) => counts && { ...counts, unread: Math.max(0, counts.unread + (isRead ? -1 : 1)) },
  );
}

/** From lists of unread ones it leaves when the server has it. */
function leaveUnread(queryClient: QueryClient, id: string): void {
  for (const key of [SHOWN_KEY, LATEST_KEY]) {
    queryClient.setQueriesData<AlertList>(
      {
        queryKey: key,
        predicate: ({ queryKey }) => (queryKey[2] as Partial<AlertParameters> | undefined)?.unread === 'true',
      },
      (list) => list && without(list, id),
    );
  }
}

/** Marks an alert as read: shown at once, and taken back if the call fails. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('PATCH /alerts/:id/read', { params: { id } }),
    onMutate: (id) => showRead(queryClient, id, true),
    onSuccess: (counts, id) => {
      queryClient.setQueryData<AlertCounts>(ALERT_COUNTS_KEY, counts);
      leaveUnread(queryClient, id);
      for (const queryKey of [IN_GROUP_KEY, LATEST_GROUPS_KEY]) void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error, id) => {
      showRead(queryClient, id, false);
      notifyError(error, 'The alert could not be marked as read');
    },
  });
}

/** Marks all as read, up to the newest that the reader has seen where that is known. */
export function useMarkAllRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (upTo: string | undefined) =>
      api.call('POST /alerts/read-all', { body: upTo === undefined ? {} : { upTo } }),
    onSuccess: (counts) => {
      queryClient.setQueryData<AlertCounts>(ALERT_COUNTS_KEY, counts);
      notifySuccess('All alerts are marked as read.');
      void queryClient.invalidateQueries({ queryKey: SHOWN_GROUPS_KEY });
      return queryClient.invalidateQueries({ queryKey: SHOWN_KEY });
    },
    onError: (error) => notifyError(error, 'The alerts could not be marked as read'),
  });
}

export function useAcknowledge(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AcknowledgeAlertRequest) => api.call('POST /alerts/:id/acknowledge', { params: { id }, body }),
    onSuccess: (answer) => {
      changeLists(queryClient, (list) => withAlert(list, answer));
      changeGroups(queryClient, id, () => answer);
      queryClient.setQueryData<Alert>(alertQuery(id).queryKey, answer);
      for (const queryKey of [IN_GROUP_KEY, LATEST_GROUPS_KEY]) void queryClient.invalidateQueries({ queryKey });
      void queryClient.invalidateQueries({ queryKey: ALERT_COUNTS_KEY });
    },
    // After a conflict, the alert shows the other user and their note.
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'ALERT_ACKNOWLEDGED') return;
      for (const queryKey of [LATEST_KEY, ONE_KEY]) void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** What a change of many touches: every list, and the numbers. */
function readAllAgain(queryClient: QueryClient): void {
  for (const queryKey of [SHOWN_KEY, LATEST_KEY, SHOWN_GROUPS_KEY, IN_GROUP_KEY, ONE_KEY, ALERT_COUNTS_KEY]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

export function useBulk(onDone: (answer: AlertBulkAnswer) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AlertBulkBody) => api.call('POST /alerts/bulk', { body }),
    onSuccess: (answer) => {
      readAllAgain(queryClient);
      onDone(answer);
    },
  });
}
export type AlertBulkBody = Partial<AlertBulkRequest> & Pick<AlertBulkRequest, 'action'>;

export function useUndo() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('POST /alerts/bulk/:id/undo', { params: { id } }),
    onSuccess: () => readAllAgain(queryClient),
    onError: (error) => notifyError(error, 'The change could not be undone'),
  });
}

/** Raises an alert; again with the same key it is the same alert. */
export function useRaise(key: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RaiseAlertRequest) => api.call('POST /alerts', { body, headers: { 'idempotency-key': key } }),
    onSuccess: () => {
      for (const queryKey of [SHOWN_KEY, SHOWN_GROUPS_KEY, ALERT_COUNTS_KEY]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}
