import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMayOpen } from '../../lib/session/may-open.ts';

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
