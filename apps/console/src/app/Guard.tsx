import { decideAccess } from '@ec/contract/access';
import { findRoute } from '@ec/contract/routes';
import { Outlet, useLocation } from 'react-router';
import { useAccessSubject } from '../lib/session.ts';
import { GatePanel } from './GatePanel.tsx';

/** Shows the page if the person may open it now, else the panel that says why not. Rights and election mode are live. */
export function Guard() {
  const { pathname } = useLocation();
  const subject = useAccessSubject();
  const route = findRoute(pathname);
  const decision = route ? decideAccess(subject, route) : ({ allowed: true } as const);
  if (decision.allowed) return <Outlet />;
  return <GatePanel decision={decision} title={route?.title ?? ''} refusal={route?.refusal} waiting={route?.waiting} />;
}
