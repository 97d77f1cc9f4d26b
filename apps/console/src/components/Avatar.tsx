import { useBlobUrl } from '../lib/use-blob-url.ts';
import styles from './Avatar.module.css';

interface AvatarProps {
  name: string;
  /** A protected picture below /api; null for none. */
  src: string | null;
  size?: number;
}

export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? '').join('');
}

/** A person's picture, or their initials while there is none or it cannot be shown. */
export function Avatar({ name, src, size = 36 }: AvatarProps) {
  const { url } = useBlobUrl(src ? src.replace(/^\/api/, '') : null);
  const box = { width: size, height: size };
  return url ? (
    <img src={url} alt="" className={styles.picture} style={box} />
  ) : (
    <span className={styles.initials} style={box} aria-hidden>
      {initials(name)}
    </span>
  );
}
