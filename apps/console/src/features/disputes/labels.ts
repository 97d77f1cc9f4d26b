import type { Dispute, DisputeDetail } from '@ec/contract/disputes/schemas';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { RESULT_STATUS } from '../../domain/results/labels.ts';
import { unitName } from '../../domain/places/area-path.ts';

/** Open, or how it was resolved. */
export function disputeState({ resolvedAs }: Pick<Dispute, 'resolvedAs'>): { label: string; tone: Tone } {
  return resolvedAs ? RESULT_STATUS[resolvedAs] : { label: 'Open', tone: 'bad' };
}

/** Seriki Aro (24-11-05-003) */
export const unitText = (dispute: Pick<DisputeDetail, 'chain' | 'pollingUnitCode'>): string =>
  `${unitName(dispute)} (${dispute.pollingUnitCode})`;
