import type { PartState } from '@ec/contract/security/schemas';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { STATE_WORDS } from './parts.ts';
import styles from './security.module.css';

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
