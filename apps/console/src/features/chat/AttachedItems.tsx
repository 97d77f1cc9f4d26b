import { Button } from '@mantine/core';
import { IconLink, IconX } from '@tabler/icons-react';
import { formatBytes } from '../../lib/format.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import styles from './composer.module.css';
import type { MessageDraft } from './use-draft.ts';

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
    <ul className={styles.attached} aria-label="Attached">
      {photo && (
        <li className={styles.attachment}>
          {preview && <img src={preview} alt="What you attached" className={styles.preview} />}
          <span className={styles.name}>
            {photo.name}, {formatBytes(photo.blob.size)}
          </span>
          <Button variant="subtle" size="md" leftSection={<IconX size={16} aria-hidden />} onClick={onDropPhoto}>
            Remove picture
          </Button>
        </li>
      )}
      {attached && (
        <li className={styles.attachment}>
          <IconLink size={16} aria-hidden />
          <span className={styles.name}>{attached.label}</span>
          <Button variant="subtle" size="md" leftSection={<IconX size={16} aria-hidden />} onClick={onDropLink}>
            Remove link
          </Button>
        </li>
      )}
    </ul>
  );
}
