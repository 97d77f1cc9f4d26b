import type { ReportTemplateId } from '@ec/contract/reports/schemas';
import { approvalAudit } from './approval-audit.ts';
import { collationGap } from './collation-gap.ts';
import { electionSummary } from './election-summary.ts';
import { resultComparison } from './result-comparison.ts';
import { securityAudit } from './security-audit.ts';
import type { Template } from './template.ts';
import { userActivity } from './user-activity.ts';

export const TEMPLATES: Record<ReportTemplateId, Template> = {
  election_summary: electionSummary,
  user_activity: userActivity,
  approval_audit: approvalAudit,
  result_comparison: resultComparison,
  collation_gap: collationGap,
  security_audit: securityAudit,
};
