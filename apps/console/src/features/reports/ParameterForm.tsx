import { type GeneratedReport, REPORT_TEMPLATES, type ReportTemplateId } from '@ec/contract/reports';
import { Button } from '@mantine/core';
import { IconFileAnalytics } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ErrorView } from '../../components/ErrorView.tsx';
import { FieldRow, Form, ReasonedFoot } from '../../components/Form.tsx';
import { FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { resultElectionsQuery } from '../../lib/result-elections.ts';
import { useCurrentMe } from '../../lib/session.ts';
import { ApprovalStatusField, ApproverRoleField, ManyField, NetworksField, ThresholdField } from './ChoiceFields.tsx';
import { ElectionFields } from './ElectionFields.tsx';
import { PeriodFields } from './PeriodFields.tsx';
import styles from './report-form.module.css';
import { asks } from './report-form.ts';
import { ScopeFields } from './ScopeFields.tsx';
import { useReportForm } from './use-report-form.ts';

interface ParameterFormProps {
  template: ReportTemplateId;
  /** The template was chosen just now, so its form takes the focus. */
  arrived: boolean;
  onAsked: (report: GeneratedReport) => void;
}

/** What a template asks for, and no more. */
export function ParameterForm({ template, arrived, onAsked }: ParameterFormProps) {
  const { name } = REPORT_TEMPLATES[template];
  const { levels } = useCurrentMe();
  const wantsElection = asks(template, 'election_id');
  const elections = useQuery({ ...resultElectionsQuery, enabled: wantsElection });
  const form = useReportForm(template, elections.data, onAsked);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrived) heading.current?.focus();
  }, [arrived]);

  const blocked =
    levels.reports !== 'write'
      ? 'Your permissions let you see reports, not run new ones.'
      : wantsElection && elections.data?.length === 0
        ? 'No election has results yet.'
        : undefined;
  if (wantsElection && elections.error && !elections.data) {
    return <ErrorView title="Elections could not be loaded" error={elections.error} onRetry={elections.refetch} />;
  }
  return (
    <Form label={`Parameters: ${name}`} onSubmit={form.submit}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {name}
      </h2>
      <FormErrorSummary problems={form.summary} attempt={form.attempt} />
      <FieldRow>
        {wantsElection && (
          <ElectionFields form={form} elections={elections.data} compares={template === 'result_comparison'} />
        )}
        {asks(template, 'date_range') && <PeriodFields form={form} />}
        {asks(template, 'user_roles') && <ManyField form={form} field="user_roles" />}
        {asks(template, 'activity_types') && <ManyField form={form} field="activity_types" />}
        {asks(template, 'approval_status') && <ApprovalStatusField form={form} />}
        {asks(template, 'approver_role') && <ApproverRoleField form={form} />}
        {asks(template, 'variance_threshold') && <ThresholdField form={form} />}
        {asks(template, 'security_events') && <ManyField form={form} field="security_events" />}
        {asks(template, 'ip_ranges') && <NetworksField form={form} />}
      </FieldRow>
      {asks(template, 'geographic_scope') && <ScopeFields form={form} />}
      <ReasonedFoot
        reason={blocked ?? 'Made in the background as PDF, XLSX and CSV. You can leave this page meanwhile.'}
      >
        {(reasonId) => (
          <>
            <Button variant="default" size="md" onClick={form.clear} disabled={form.busy}>
              Clear
            </Button>
            <Button
              type="submit"
              size="md"
              leftSection={<IconFileAnalytics size={16} aria-hidden />}
              loading={form.busy}
              disabled={blocked !== undefined}
              aria-describedby={reasonId}
            >
              Generate Report
            </Button>
          </>
        )}
      </ReasonedFoot>
    </Form>
  );
}
