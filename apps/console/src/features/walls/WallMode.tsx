import { Button } from '@mantine/core';
import { IconDeviceTv } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

const WallDialog = lazy(async () => ({ default: (await import('./WallDialog.tsx')).WallDialog }));

/** Opens what starts and ends wall screens. */
export function WallMode() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconDeviceTv size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Wall mode
      </Button>
      <Suspense>{open && <WallDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
