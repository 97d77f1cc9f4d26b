import { type AccessDecision, gatePanel } from '@ec/contract/permissions/access';
import { IconBroadcast, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Page } from '../components/page/Page.tsx';
import { Panel } from '../components/page/Panel.tsx';

interface GatePanelProps {
  decision: Exclude<AccessDecision, { allowed: true }>;
  /** Title of the page that is closed. */
  title: string;
  /** The page's own words for roles that it is closed to. */
  refusal?: { title: string; text: string } | undefined;
  /** What it will show, said while election mode is off. */
  waiting?: string | undefined;
  /** What can be done there all the same. */
  children?: ReactNode;
}

export function GatePanel({ decision, title, refusal, waiting, children }: GatePanelProps) {
  const usual = gatePanel(decision);
  const panel =
    refusal && decision.reason === 'role'
      ? { title: refusal.title, lines: [refusal.text, ...usual.lines.slice(1)] }
      : usual;
  const lines = decision.reason === 'election_mode' && waiting ? [...panel.lines, waiting] : panel.lines;
  const Icon = decision.reason === 'election_mode' ? IconBroadcast : IconLock;
  return (
    <Page title={title}>
      <Panel>
        <div className="gate" role="alert">
          <Icon size={28} aria-hidden className="faint" />
          <h2>{panel.title}</h2>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </Panel>
      {children}
    </Page>
  );
}
