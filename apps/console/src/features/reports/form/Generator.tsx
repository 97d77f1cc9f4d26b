import type { GeneratedReport, ReportTemplateList } from '@ec/contract/reports/schemas';
import { useState } from 'react';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { reportAddress } from '../labels.ts';
import { ParameterForm } from './ParameterForm.tsx';
import styles from '../reports.module.css';
import { TemplateList } from '../TemplateList.tsx';

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
    <div className={styles.generator}>
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
