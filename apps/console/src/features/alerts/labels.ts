import type { Alert, AlertType } from '@ec/contract/alerts/schemas';
import type { LocationLink } from '@ec/contract/geography/schemas';
import { type Icon, IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { AREA_WORDS } from '../../domain/results/labels.ts';
import { roleTitle } from '../../domain/people/person-text.ts';

export const TYPES: Record<AlertType, { label: string; tone: Tone; icon: Icon }> = {
  error: { label: 'Error', tone: 'bad', icon: IconCircleX },
  warning: { label: 'Warning', tone: 'wait', icon: IconAlertTriangle },
  info: { label: 'Info', tone: 'info', icon: IconInfoCircle },
  success: { label: 'Success', tone: 'ok', icon: IconCircleCheck },
};

/** "Seriki Aro, Ipodo, Ikeja, Lagos": the place with what it lies in. */
export function placeText({ area, chain }: Pick<Alert, 'area' | 'chain'>): string {
  const links = chain.some(({ id }) => id === area?.id) || !area ? chain : [...chain, area];
  return links
    .map(({ name }) => name)
    .toReversed()
    .join(', ');
}

/** "Ikeja LGA", "Lagos state"; the nation is the national office. */
export function levelText({ type, name }: LocationLink): string {
  return type === 'national' ? 'the national office' : `${name} ${AREA_WORDS[type].one}`;
}

export function personIn(person: { name: string; role: string }): string {
  return `${person.name} (${roleTitle(person.role)})`;
}

/** Id of an alert's title on the page: what takes the focus when its button has gone. */
export const titleId = (id: string): string => `alert-${id}`;
