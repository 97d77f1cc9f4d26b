import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';

interface LoadingRowsProps {
  /** For screen readers: "Loading alerts". */
  label: string;
  /** True where everybody is to read it. */
  said?: boolean;
  rows?: number;
  /** About that of the rows to come, so that little moves when they are here. */
  height: number;
}

/** The placeholder of a list while it loads. */
export function LoadingRows({ label, said = false, rows = 6, height }: LoadingRowsProps) {
  return (
    <div className="loading" role="status" {...(!said && { 'aria-label': label })}>
      {said && <p className="hint">{label}</p>}
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} />
      ))}
    </div>
  );
}

interface FormerRowsProps {
  /** True while the rows are still those of the filters before. */
  former: boolean;
  children: ReactNode;
}

/** A list that is dimmed from a change of its filters until the new rows are loaded. */
export function FormerRows({ former, children }: FormerRowsProps) {
  return (
    <div className={former ? 'pale' : undefined} aria-busy={former}>
      {children}
    </div>
  );
}
