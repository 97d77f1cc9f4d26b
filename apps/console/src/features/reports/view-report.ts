import type { GeneratedReport } from '@ec/contract/reports/schemas';
import { notifyError } from '../../lib/hooks/notify.ts';
import { reportUrl } from './api.ts';

/** Long enough to save or print it from its tab. */
const KEPT_MS = 60 * 60_000;

/**
 * Shows the PDF in a tab of its own: frames with local addresses are refused by the content security policy. The tab is
 * opened before the file is fetched, since browsers refuse one that does not follow a click at once.
 */
export async function viewReport(report: GeneratedReport): Promise<void> {
  const tab = window.open('', '_blank');
  if (!tab) {
    notifyError('The browser did not let the report open in a tab. Allow pop-ups for this address, or download it.');
    return;
  }
  tab.document.title = report.title;
  tab.document.body.textContent = `Loading ${report.title}…`;
  try {
    const url = await reportUrl(report);
    tab.location.href = url;
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  } catch (error) {
    tab.close();
    notifyError(error, 'The report could not be opened');
  }
}
