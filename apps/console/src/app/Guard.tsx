import { type AccessDecision, decideAccess, gatePanel } from '@ec/contract/permissions/decide-access';
import { findRoute } from '@ec/contract/permissions/pages';
import { IconBroadcast, IconLock } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { latePart } from '../components/page/late-part.tsx';
import { Page } from '../components/page/Page.tsx';
import { Panel } from '../components/page/Panel.tsx';
import { useAccessSubject } from '../lib/session/session.ts';

const RunningWallsPanel = latePart(
  async () => (await import('../features/walls/RunningWallsPanel.tsx')).RunningWallsPanel,
  'The list of wall screens',
);
/** Links that users may still follow on pages that election mode closes. */
const WHILE_CLOSED: Partial<Record<string, ComponentType>> = { '/situation-room': RunningWallsPanel };

/** Shows the page if the user may open it now, otherwise a panel with the reason. Rights and election mode are live. */
export function Guard() {
  const { pathname } = useLocation();
  const subject = useAccessSubject();
  const route = findRoute(pathname);
  const decision = route ? decideAccess(subject, route) : ({ allowed: true } as const);
  if (decision.allowed) return <Outlet />;
  const WhileClosed = decision.reason === 'election_mode' ? WHILE_CLOSED[route?.path ?? ''] : undefined;
  return (
    <GatePanel decision={decision} title={route?.title ?? ''} refusal={route?.refusal} waiting={route?.waiting}>
      {WhileClosed && <WhileClosed />}
    </GatePanel>
  );
}

interface GatePanelProps {
  decision: Exclude<AccessDecision, { allowed: true }>;
  /** Title of the page that is closed. */
  title: string;
  /** The page's text for roles without access. */
  refusal?: { title: string; text: string } | undefined;
  /** What it will show; displayed while election mode is off. */
  waiting?: string | undefined;
  /** What can be done there all the same. */
  children?: ReactNode;
}

function GatePanel({ decision, title, refusal, waiting, children }: GatePanelProps) {
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
