import { ActionIcon } from '@mantine/core';
import { IconLink, IconX } from '@tabler/icons-react';
import { formatBytes } from '../../../lib/format/format.ts';
import { useObjectUrl } from '../../../lib/hooks/use-file-url.ts';
import styles from '../composer/composer.module.css';
import type { MessageDraft } from '../composer/use-draft.ts';

/** Takes something off the message again. */
function TakeOff({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" aria-label={label} title={label} onClick={onClick}>
      <IconX size={18} aria-hidden />
    </ActionIcon>
  );
}

interface AttachedItemsProps {
  draft: MessageDraft;
  onDropPhoto: () => void;
  onDropLink: () => void;
}

/** What goes with the message, to be looked at and taken off again. */
export function AttachedItems({ draft, onDropPhoto, onDropLink }: AttachedItemsProps) {
  const { photo, attached } = draft;
  const preview = useObjectUrl(photo?.blob);
  if (!photo && !attached) return null;
  return (
    <ul className="stack gap-6" aria-label="Attached">
      {photo && (
        <li className="beside gap-10 small">
          {preview && <img src={preview} alt="What you attached" className={styles.preview} />}
          <span className={styles.name}>
            {photo.name}, {formatBytes(photo.blob.size)}
          </span>
          <TakeOff label="Remove picture" onClick={onDropPhoto} />
        </li>
      )}
      {attached && (
        <li className="beside gap-10 small">
          <IconLink size={20} aria-hidden className={styles.linkMark} />
          <span className={styles.name}>{attached.label}</span>
          <TakeOff label="Remove link" onClick={onDropLink} />
        </li>
      )}
    </ul>
  );
}
