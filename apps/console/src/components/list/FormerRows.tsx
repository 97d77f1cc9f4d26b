import type { ReactNode } from 'react';

interface FormerRowsProps {
  /** True while the rows are still those of the filters before. */
  former: boolean;
  children: ReactNode;
}

/** A list that is paler from the moment its filters change until the rows that fit them are here. */
export function FormerRows({ former, children }: FormerRowsProps) {
  return (
    <div className={former ? 'pale' : undefined} aria-busy={former}>
      {children}
    </div>
  );
}
