import { decideAccess, gatePanel } from '@ec/contract/permissions/decide-access';
import type { Module } from '@ec/contract/permissions/default-levels';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMayOpen } from '../../lib/session/may-open.ts';
import { useAccessSubject } from '../../lib/session/session.ts';
import { Note } from './Note.tsx';

interface MayLinkProps {
  to: string | null | undefined;
  /** What the link says to screen readers, where its words alone do not say it. */
  label?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A link for users who may open the page; plain text for others, and if there is no page. */
export function MayLink({ to, label, className, children }: MayLinkProps) {
  const open = useMayOpen(to ?? '');
  return to && open ? (
    <Link to={to} aria-label={label} className={className}>
      {children}
    </Link>
  ) : (
    <span className={className}>{children}</span>
  );
}

/** Why a page that is read offers nothing to change: its module is held at read, and changes need write. */
export function NeedsWrite({ module }: { module: Module }) {
  const decision = decideAccess(useAccessSubject(), { module, level: 'write' });
  if (decision.allowed || decision.reason !== 'level') return null;
  const { title, lines } = gatePanel(decision);
  return (
    <Note kind="info">
      <b>{title}</b>
      <div>{lines.join(' ')}</div>
    </Note>
  );
}
