import { Skeleton } from '@mantine/core';

interface LoadingRowsProps {
  /** For screen readers: "Loading alerts". */
  label: string;
  /** True where everybody is to read it. */
  said?: boolean;
  rows?: number;
  /** About that of the rows to come, so that little moves when they are here. */
  height: number;
}

/** The place of a list that is on its way. */
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
