import { decideAccess } from '@ec/contract/permissions/access';
import { findRoute } from '@ec/contract/permissions/pages';
import { type ComponentType, lazy, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useAccessSubject } from '../lib/session/session.ts';
import { GatePanel } from './GatePanel.tsx';

const RunningWallsPanel = lazy(async () => ({
  default: (await import('../features/walls/RunningWallsPanel.tsx')).RunningWallsPanel,
}));
/** What users may still do on pages that election mode closes. */
const WHILE_CLOSED: Partial<Record<string, ComponentType>> = { '/situation-room': RunningWallsPanel };

/** Shows the page if the person may open it now, else the panel that says why not. Rights and election mode are live. */
export function Guard() {
  const { pathname } = useLocation();
  const subject = useAccessSubject();
  const route = findRoute(pathname);
  const decision = route ? decideAccess(subject, route) : ({ allowed: true } as const);
  if (decision.allowed) return <Outlet />;
  const WhileClosed = decision.reason === 'election_mode' ? WHILE_CLOSED[route?.path ?? ''] : undefined;
  return (
    <GatePanel decision={decision} title={route?.title ?? ''} refusal={route?.refusal} waiting={route?.waiting}>
      {WhileClosed && (
        <Suspense>
          <WhileClosed />
        </Suspense>
      )}
    </GatePanel>
  );
}
