import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOverflow } from '../../lib/hooks/use-overflow.ts';

/** Lets what is wider than the page scroll sideways inside itself, reachable by keys while it does. */
export function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  const [scroller, scrolls] = useOverflow();
  return (
    <Box
      ref={scroller}
      style={{ overflowX: 'auto' }}
      {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': `${label}, scrolls sideways` })}
    >
      {children}
    </Box>
  );
}
