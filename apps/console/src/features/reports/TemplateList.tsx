import type { ReportParameter, ReportTemplate } from '@ec/contract/reports/schemas';
import { UnstyledButton } from '@mantine/core';
import styles from './reports.module.css';

const ASKS: Record<ReportParameter, string> = {
  election_id: 'election',
  date_range: 'period',
  geographic_scope: 'area',
  user_roles: 'roles',
  activity_types: 'activities',
  approval_status: 'status',
  approver_role: 'approver’s role',
  variance_threshold: 'threshold',
  security_events: 'events',
  ip_ranges: 'IP ranges',
};

interface TemplateListProps {
  templates: readonly ReportTemplate[];
  chosen: string;
  onChoose: (template: ReportTemplate) => void;
}

/** The reports to choose from, each with what it contains and what it needs. */
export function TemplateList({ templates, chosen, onChoose }: TemplateListProps) {
  return (
    <ul className={styles.templates} aria-label="Report templates">
      {templates.map((template) => (
        <li key={template.id}>
          <UnstyledButton
            className={styles.template}
            aria-pressed={template.id === chosen}
            onClick={() => onChoose(template)}
          >
            <span className="bold">{template.name}</span>
            <span className="hint">{template.description}</span>
            <span className="hint">Asks for: {template.parameters.map((one) => ASKS[one]).join(', ')}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
