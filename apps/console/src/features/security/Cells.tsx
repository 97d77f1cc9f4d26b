import type { PersonLink } from '@ec/contract/base/common';
import { codeOf } from '@ec/contract/geography/location-id';
import type { LocationLink } from '@ec/contract/geography/schemas';
import type { PartState } from '@ec/contract/security/schemas';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { MayLink } from '../../components/page/MayLink.tsx';
import { roleTitle } from '../../domain/people/person-text.ts';
import { AreaLink } from '../../domain/places/AreaLink.tsx';
import { STATE_WORDS } from './parts.ts';
import styles from './security.module.css';
import { column } from '../../lib/format/css-values.ts';

/** A person by name and role, with the way to their record. */
export function Person({ user, withRole = true }: { user: PersonLink; withRole?: boolean }) {
  return (
    <div className={`column ${styles.person}`} style={column({ least: 110, most: 220 })}>
      <MayLink to={`/users/${user.id}`}>{user.name}</MayLink>
      {withRole && <div className="hint">{roleTitle(user.role)}</div>}
    </div>
  );
}

export function Area({ area }: { area: LocationLink | null }) {
  if (!area) return 'Not assigned';
  const code = codeOf(area.id);
  return (
    <div className={`column ${styles.area}`} style={column({ least: 110, most: 220 })}>
      <AreaLink area={{ ...area, code }} />
      <div className="hint">{code}</div>
    </div>
  );
}

/** An address, with the way to all that was done from it. */
export function Address({ ip }: { ip: string | null }) {
  return ip ? <MayLink to={`/audit-logs?ip=${encodeURIComponent(ip)}`}>{ip}</MayLink> : 'Not known';
}

const ICONS = { ok: IconCircleCheck, warning: IconAlertTriangle, down: IconCircleX } as const;

/** How a part is doing: an icon and a word. */
export function StateMark({ state }: { state: PartState }) {
  const Icon = ICONS[state];
  const { label, tone } = STATE_WORDS[state];
  return (
    <span className={styles.state} data-tone={tone}>
      <Icon size={16} aria-hidden />
      {label}
    </span>
  );
}
