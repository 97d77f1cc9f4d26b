import type { Election } from '@ec/contract/elections/schemas';
import { locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { decideAccess } from '@ec/contract/permissions/decide-access';
import { type GeneratedReport, REPORT_TEMPLATES, type ReportTemplateId } from '@ec/contract/reports/schemas';
import { IconFileAnalytics } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FieldGroup, FieldRow, Form, FormButtons } from '../../../components/form/Form.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { resultElectionsQuery } from '../../../domain/elections/result-elections.ts';
import { ConstituencySelect, useConstituencyChoice } from '../../../domain/places/ConstituencySelect.tsx';
import { PlacePicker } from '../../../domain/places/PlacePicker.tsx';
import { narrowest, useFixedPlaces, useReach } from '../../../domain/places/use-places.ts';
import { useAccessSubject } from '../../../lib/session/session.ts';
import { ApprovalStatusField, ApproverRoleField, ManyField, NetworksField, ThresholdField } from './ChoiceFields.tsx';
import { ElectionFields } from './ElectionFields.tsx';
import styles from './report-form.module.css';
import { asks, fieldId } from './report-form.ts';
import { type ReportForm, useReportForm } from './use-report-form.ts';
import { Select } from '@mantine/core';
import { DayField } from '../../../components/form/DayField.tsx';
import { inZone } from '../../../lib/format/format.ts';

const PERIODS = [
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'This week' },
  { value: 'month', label: 'This month' },
  { value: 'custom', label: 'Custom' },
] as const;

/** Which days a report is about, in the organisation's time zone. */
function PeriodFields({ form }: { form: ReportForm }) {
  const { values, set, problems } = form;
  const [today] = useState(() => inZone(Date.now()).format('YYYY-MM-DD'));
  const dayField = (field: 'from' | 'to', label: string) => (
    <DayField
      id={fieldId(field)}
      label={label}
      maxDate={today}
      value={values[field]}
      onChange={(day) => set({ [field]: day })}
      error={problems[field]}
    />
  );
  return (
    <>
      <Select
        id={fieldId('date_range')}
        label="Period"
        data={PERIODS}
        value={values.period}
        allowDeselect={false}
        onChange={(period) => period && set({ period })}
        error={problems['date_range']}
      />
      {values.period === 'custom' && (
        <>
          {dayField('from', 'First day')}
          {dayField('to', 'Last day')}
        </>
      )}
    </>
  );
}

interface ParameterFormProps {
  template: ReportTemplateId;
  /** The template was chosen just now, so its form takes the focus. */
  arrived: boolean;
  onAsked: (report: GeneratedReport) => void;
}

const RUNNING = { module: 'reports', level: 'write', privilege: 'canManageReports' } as const;

/** What a template asks for, and no more. */
export function ParameterForm({ template, arrived, onAsked }: ParameterFormProps) {
  const { name } = REPORT_TEMPLATES[template];
  const runs = decideAccess(useAccessSubject(), RUNNING);
  const wantsElection = asks(template, 'election_id');
  const elections = useQuery({ ...resultElectionsQuery, enabled: wantsElection });
  const form = useReportForm(template, elections.data, onAsked);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrived) heading.current?.focus();
  }, [arrived]);

  const blocked = !runs.allowed
    ? 'Your permissions let you see reports, not run new ones.'
    : wantsElection && elections.data?.length === 0
      ? 'No election has results yet.'
      : undefined;
  if (wantsElection && elections.error && !elections.data) {
    return <ErrorView title="Elections could not be loaded" error={elections.error} onRetry={elections.refetch} />;
  }
  return (
    <Form label={`Parameters: ${name}`} form={form.form}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {name}
      </h2>
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
      {asks(template, 'constituency_id') && <ConstituencyField form={form} elections={elections.data} />}
      <FormButtons
        form={form.form}
        submit="Generate Report"
        leftSection={<IconFileAnalytics size={16} aria-hidden />}
        blocked={blocked}
        note="Made in the background as PDF, XLSX and CSV. You can leave this page meanwhile."
        cancel="Clear"
        onCancel={form.clear}
      />
    </Form>
  );
}

/** The area that a report is about: the reader's own, or a place inside it. */
function ScopeFields({ form }: { form: ReportForm }) {
  const { values, set, problems } = form;
  const [only, ...others] = useReach();
  const whole = others.length === 0 && only ? `the whole of ${only.name}` : 'your whole area';
  return (
    <FieldGroup legend="Geographic scope">
      <PlacePicker
        depth="ward"
        value={values.area}
        onChange={(area) => set({ area, constituency: '' })}
        field={{
          id: fieldId('geographic_scope'),
          error: problems['geographic_scope'],
          none: `Nothing is chosen, so the report is about ${whole}.`,
        }}
      />
    </FieldGroup>
  );
}

/** Of an election held in constituencies: the one that the report is about. */
function ConstituencyField({ form, elections }: { form: ReportForm; elections: readonly Election[] | undefined }) {
  const { values, set, problems } = form;
  const own = narrowest(useFixedPlaces()) ?? NATION;
  const election = elections?.find(({ id }) => id === values.election);
  const choice = useConstituencyChoice(election, locationIdOf(values.area) ?? own, values.constituency);
  return (
    <ConstituencySelect
      choice={choice}
      onChange={(constituency) => set({ constituency })}
      id={fieldId('constituency_id')}
      error={problems['constituency_id']}
    />
  );
}
