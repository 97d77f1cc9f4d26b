import { ACTIVITY_TYPES, ApprovalStatusFilter, SECURITY_EVENTS } from '@ec/contract/reports/schemas';
import { ADMIN_ROLES, ROLE_IDS, ROLES } from '@ec/contract/permissions/roles';
import { MultiSelect, NumberInput, Select, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { capital } from '../../../domain/results/labels.ts';
import { thresholdQuery } from '../api.ts';
import { fieldId } from './report-form.ts';
import type { ReportForm } from './use-report-form.ts';

interface Choice {
  value: string;
  label: string;
}

const titled = (titles: Record<string, { title: string }>): Choice[] =>
  Object.entries(titles).map(([value, { title }]) => ({ value, label: title }));

const ROLE_CHOICES = ROLE_IDS.map((role) => ({ value: role as string, label: ROLES[role].title }));
const APPROVER_CHOICES = ADMIN_ROLES.map((role) => ({ value: role as string, label: ROLES[role].title }));
const STATUS_CHOICES = ApprovalStatusFilter.options.map((status) => ({
  value: status,
  label: capital(status.toLowerCase()),
}));

interface ManyProps {
  form: ReportForm;
  field: 'user_roles' | 'activity_types' | 'security_events';
}

const MANY = {
  user_roles: { key: 'roles', label: 'User roles', all: 'All roles', data: ROLE_CHOICES },
  activity_types: { key: 'activities', label: 'Activity types', all: 'All activities', data: titled(ACTIVITY_TYPES) },
  security_events: {
    key: 'securityEvents',
    label: 'Security events',
    all: 'All security events',
    data: titled(SECURITY_EVENTS),
  },
} as const;

/** Any number of a list; none stands for all of them. */
export function ManyField({ form, field }: ManyProps) {
  const { key, label, all, data } = MANY[field];
  const chosen = form.values[key];
  return (
    <MultiSelect
      id={fieldId(field)}
      label={label}
      placeholder={chosen.length === 0 ? all : ''}
      data={[...data]}
      value={chosen}
      onChange={(next) => form.set({ [key]: next })}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}`, 'aria-hidden': false, tabIndex: 0 }}
      nothingFoundMessage="Nothing found"
      error={form.problems[field]}
    />
  );
}

export function ApprovalStatusField({ form }: { form: ReportForm }) {
  return (
    <Select
      id={fieldId('approval_status')}
      label="Approval status"
      data={[{ value: '', label: 'All statuses' }, ...STATUS_CHOICES]}
      value={form.values.approvalStatus}
      allowDeselect={false}
      onChange={(approvalStatus) => form.set({ approvalStatus: approvalStatus ?? '' })}
      error={form.problems['approval_status']}
    />
  );
}

export function ApproverRoleField({ form }: { form: ReportForm }) {
  return (
    <Select
      id={fieldId('approver_role')}
      label="Approver role"
      data={[{ value: '', label: 'Any role' }, ...APPROVER_CHOICES]}
      value={form.values.approverRole}
      allowDeselect={false}
      onChange={(approverRole) => form.set({ approverRole: approverRole ?? '' })}
      error={form.problems['approver_role']}
    />
  );
}

/** From which difference a unit is listed; the organisation's setting stands in for what is left empty. */
export function ThresholdField({ form }: { form: ReportForm }) {
  const setting = useQuery(thresholdQuery).data;
  return (
    <NumberInput
      id={fieldId('variance_threshold')}
      label="Variance threshold"
      description="Percentage points between the two figures from which a unit is listed. Empty takes the setting."
      placeholder={setting === undefined ? 'As in the settings' : String(setting)}
      suffix=" points"
      decimalScale={1}
      hideControls
      value={form.values.threshold}
      onChange={(threshold) => form.set({ threshold: String(threshold) })}
      error={form.problems['variance_threshold']}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}

export function NetworksField({ form }: { form: ReportForm }) {
  const { networks } = form.values;
  return (
    <TagsInput
      id={fieldId('ip_ranges')}
      label="IP ranges"
      description="Addresses or networks, such as 105.112.0.7 or 105.112.0.0/16. Press Enter after each."
      placeholder={networks.length === 0 ? 'All addresses' : ''}
      value={networks}
      onChange={(next) => form.set({ networks: next })}
      splitChars={[',', ';', ' ']}
      maxTags={50}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear IP ranges', 'aria-hidden': false, tabIndex: 0 }}
      error={form.problems['ip_ranges']}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
