import { PHOTO_FAULTS } from '@ec/contract/photos/check';
import { Button } from '@mantine/core';
import { Note } from '../../components/page/Note.tsx';
import type { KeptPhoto } from '../../lib/device/drafts.ts';
import { usePhotoCheck } from '../../lib/device/use-photo-check.ts';

interface PhotoAdviceProps {
  slot: string;
  photo: KeptPhoto | null;
}

/** What the check found, and that the officer may go on; taking the photo again is the button below it. */
export function PhotoAdvice({ slot, photo }: PhotoAdviceProps) {
  const { faults, settled, goOn } = usePhotoCheck(slot, photo);
  if (faults.length === 0) return null;
  const titles = faults.map((fault) => PHOTO_FAULTS[fault].title).join(' ');
  if (settled) {
    return (
      <p className="hint" tabIndex={-1} ref={(element) => element?.focus()}>
        You go on with this photo. {titles}
      </p>
    );
  }
  return (
    <Note kind="warn" role="status">
      {faults.map((fault) => (
        <p key={fault} className="tight">
          <strong>{PHOTO_FAULTS[fault].title}</strong> {PHOTO_FAULTS[fault].advice}
        </p>
      ))}
      <Button variant="default" mt="xs" onClick={goOn}>
        Go on with this photo
      </Button>
    </Note>
  );
}
