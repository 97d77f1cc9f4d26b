import { download, type DownloadOf } from '../../lib/http/downloads.ts';
import { areaOf, type FeedFilters, type LiveSubject } from './api.ts';

/** Saves what is filtered as CSV; it goes on when the page is left. Not in api.ts: the table of routes loads that. */
export function exportResults(subject: LiveSubject, filters: FeedFilters, of: DownloadOf) {
  const { electionId, source, area } = subject;
  return download('GET /live/export.csv', of, {
    query: { electionId, source, area: areaOf(area), ...filters },
  });
}
