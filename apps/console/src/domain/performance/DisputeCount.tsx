import { MayLink } from '../../components/page/MayLink.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import styles from './performance.module.css';
import { disputeChip } from './words.ts';

interface DisputeCountProps {
  count: number;
  /** Above this it is red. */
  high: number;
  /** The list of them. */
  to: string;
  areaName: string;
}

/** Open disputes of an area, with the colour and the word of how many that is. */
export function DisputeCount({ count, high, to, areaName }: DisputeCountProps) {
  const chip = disputeChip(count, high);
  if (count === 0) return <StatusChip {...chip} />;
  return (
    <MayLink to={to} label={`Disputes of ${areaName}: ${chip.label}`} className={styles.chipLink}>
      <StatusChip {...chip} />
    </MayLink>
  );
}
