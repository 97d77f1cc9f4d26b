import type {
  GeneratedReport,
  ReportParameter,
  ReportTemplate,
  ReportTemplateList,
} from '@ec/contract/reports/schemas';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { reportAddress } from '../labels.ts';
import styles from '../reports.module.css';
import { ParameterForm } from './ParameterForm.tsx';

interface GeneratorProps {
  templates: ReportTemplateList['templates'];
  /** The template whose form is open, as the address names it. */
  run: string;
  onRun: (template: string) => void;
  onAsked: () => void;
}

/** The templates, and the form of the one that is chosen. */
export function Generator({ templates, run, onRun, onAsked }: GeneratorProps) {
  const [clicked, setClicked] = useState(false);
  const chosen = templates.find(({ id }) => id === run);
  const asked = (report: GeneratedReport) => {
    notifySuccess(`${report.title} is being made. Its progress stands under Recent Reports.`, {
      link: { to: reportAddress(report), label: 'Show it' },
    });
    onAsked();
  };
  return (
    <div className={`stack screen start ${styles.generator}`}>
      <Panel title="Report templates">
        <TemplateList
          templates={templates}
          chosen={chosen?.id ?? ''}
          onChoose={({ id }) => {
            setClicked(true);
            onRun(id);
          }}
        />
      </Panel>
      <Panel>
        {chosen ? (
          <ParameterForm key={chosen.id} template={chosen.id} arrived={clicked} onAsked={asked} />
        ) : (
          <EmptyState title="No report chosen">Choose a template to fill in what it asks for.</EmptyState>
        )}
      </Panel>
    </div>
  );
}

const ASKS: Record<ReportParameter, string> = {
  election_id: 'election',
  date_range: 'period',
  geographic_scope: 'area',
  constituency_id: 'constituency',
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
function TemplateList({ templates, chosen, onChoose }: TemplateListProps) {
  return (
    <ul className={`tiles gap-8 ${styles.templates}`} aria-label="Report templates">
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
