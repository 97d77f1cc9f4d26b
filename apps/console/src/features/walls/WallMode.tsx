import { Button } from '@mantine/core';
import { IconDeviceTv } from '@tabler/icons-react';
import { useState } from 'react';
import { latePart } from '../../components/page/late-part.tsx';

const WallDialog = latePart(async () => (await import('./WallDialog.tsx')).WallDialog, 'This dialog');

/** Opens what starts and ends wall screens. */
export function WallMode() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconDeviceTv size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Wall mode
      </Button>
      {open && <WallDialog onClose={() => setOpen(false)} />}
    </>
  );
}
