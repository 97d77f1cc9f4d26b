import { rem } from '@mantine/core';
import { usePicture } from './use-picture.ts';
import styles from './Avatar.module.css';

interface AvatarProps {
  name: string;
  /** A protected picture below /api; null for none. */
  src: string | null;
  size?: number;
}

/** Up to this many pixels the small picture is sharp enough, also on a screen of double density. */
const THUMBNAIL_UP_TO = 48;

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? '').join('');
}

/** A person's picture, under whichever of its spellings it loads; else their initials. Their name stands beside it. */
export function Avatar({ name, src, size = 36 }: AvatarProps) {
  const { url, onBroken } = usePicture(src, size <= THUMBNAIL_UP_TO ? 'thumbnail' : 'full');
  const box = { width: rem(size), height: rem(size) };
  return url ? (
    <img src={url} alt="" className={styles.picture} style={box} onError={onBroken} />
  ) : (
    <span className={styles.initials} style={{ ...box, fontSize: rem(Math.round(size * 0.36)) }} aria-hidden>
      {initials(name)}
    </span>
  );
}
