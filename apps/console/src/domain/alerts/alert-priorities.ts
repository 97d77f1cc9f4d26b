import type { AlertPriority } from '@ec/contract/alerts/schemas';
import { type Icon, IconChevronDown, IconChevronsUp, IconChevronUp, IconEqual } from '@tabler/icons-react';
import type { Tone } from '../../components/figure/StatusChip.tsx';

/** How urgent an alert is, as every list of alerts says it. */
export const ALERT_PRIORITIES: Record<AlertPriority, { label: string; tone: Tone; icon: Icon }> = {
  critical: { label: 'Critical', tone: 'bad', icon: IconChevronsUp },
  high: { label: 'High', tone: 'wait', icon: IconChevronUp },
  medium: { label: 'Medium', tone: 'info', icon: IconEqual },
  low: { label: 'Low', tone: 'off', icon: IconChevronDown },
};
