import { Skeleton } from '@mantine/core';
import figures from '../../components/figure/Figure.module.css';

/** What the figures and rows of an area will take up, so that nothing jumps when they come. */
export function PerformanceSkeleton({ label }: { label: string }) {
  return (
    <div className="stack flow" role="status" aria-label={label}>
      <div className={figures.row} data-dense>
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <Skeleton key={card} height={92} />
        ))}
      </div>
      <Skeleton height={420} />
    </div>
  );
}
