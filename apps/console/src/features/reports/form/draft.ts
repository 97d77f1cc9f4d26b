import type { ReportTemplateId } from '@ec/contract/reports/schemas';
import { EMPTY_VALUES, ReportValues } from './report-form.ts';

/** One draft a person and template, for as long as the tab stands. */
const slot = (userId: string, template: ReportTemplateId) => `ec-report:${userId}:${template}`;

export function loadDraft(userId: string, template: ReportTemplateId): ReportValues {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(slot(userId, template)) ?? 'null');
    return ReportValues.safeParse(kept).data ?? EMPTY_VALUES;
  } catch {
    return EMPTY_VALUES;
  }
}

export function saveDraft(userId: string, template: ReportTemplateId, values: ReportValues): void {
  try {
    sessionStorage.setItem(slot(userId, template), JSON.stringify(values));
  } catch {
    // Where the browser keeps nothing, the form itself still holds what was typed.
  }
}
