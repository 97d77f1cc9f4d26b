import type { GeneratedReport, GenerateReportRequest, ReportFormat } from '@ec/contract/reports/schemas';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from '../../lib/http/api.ts';
import { download } from '../../lib/http/downloads.ts';
import type { Visit } from '../../lib/http/prefetch.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { fileName, isUnderWay, parametersOf, type ReportFilters } from './labels.ts';

const REPORTS_KEY = ['reports'] as const;
const LIST_KEY = [...REPORTS_KEY, 'list'] as const;
const FOLLOW_MS = 2000;
/** A long report over a slow line. */
const FILE_MS = 5 * 60_000;

/** The reports that the reader's role runs; none for some who may open the page. */
export const templatesQuery = queryOptions({
  queryKey: ['report-templates'],
  queryFn: ({ signal }) => api.call('GET /reports/templates', { signal }),
  staleTime: 10 * 60_000,
});

export const prefetchTemplates = ({ client }: Visit) => client.prefetchQuery(templatesQuery);

/** Polled while a report of the page is under way. */
export const reportsQuery = (filters: ReportFilters) => {
  const query = parametersOf(filters);
  return queryOptions({
    queryKey: [...LIST_KEY, query],
    queryFn: ({ signal }) => api.call('GET /reports', { signal, query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.reports.some(isUnderWay) ? FOLLOW_MS : false),
  });
};

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: [...REPORTS_KEY, 'one', id],
    queryFn: ({ signal }) => api.call('GET /reports/:id', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? FOLLOW_MS : false),
  });

/** The default threshold; only for users who may read the settings. */
export const thresholdQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.call('GET /settings', { signal }),
  select: ({ notifications }) => notifications.alertThresholds.resultDiscrepancy,
  staleTime: 60_000,
});

/** Reads what is shown of reports again when some that the reader may see changed. */
export function useReportNews(): void {
  useStreamMessage('reports', useRefresh(REPORTS_KEY));
}

/** Calls that make a report or take one away; what is shown of reports is read again afterwards. */
function useReportChange<V, R>(change: (variables: V) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: REPORTS_KEY }),
  });
}

export const useGenerate = () =>
  useReportChange((body: z.input<typeof GenerateReportRequest>) => api.call('POST /reports', { body }));

export const useRepeat = () =>
  useReportChange(({ id }: GeneratedReport) => api.call('POST /reports/:id/repeat', { params: { id } }));

export const useRemove = () =>
  useReportChange(({ id }: GeneratedReport) => api.call('DELETE /reports/:id', { params: { id } }));

export const downloadReport = (report: GeneratedReport, format: ReportFormat) =>
  download(
    'GET /reports/:id/download',
    { title: report.title, fileName: fileName(report, format) },
    { params: { id: report.id }, query: { format } },
  );

/** The PDF as a local address; it is fetched with the access token, so no link of the server's leads to it. */
export const reportUrl = ({ id }: GeneratedReport) =>
  api.blobUrl('GET /reports/:id/download', {
    params: { id },
    query: { format: 'pdf', inline: true },
    timeoutMs: FILE_MS,
  });
