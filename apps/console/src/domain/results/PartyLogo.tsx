import { useInViewport } from '@mantine/hooks';
import { useState } from 'react';
import { useFileUrl } from '../../lib/hooks/use-file-url.ts';
import { usePartyLooks } from './PartyLooks.tsx';
import styles from './PartyLogo.module.css';

const SIZE = 24;

/** A stored logo, loaded once it comes into view. Its place is kept from the beginning, also while it has none. */
export function Logo({ id, size = SIZE }: { id: string | undefined; size?: number }) {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>();
  const [seen, setSeen] = useState(false);
  if (inViewport && !seen) setSeen(true);
  const { url } = useFileUrl(seen && id !== undefined ? id : null, 'thumbnail');
  return (
    <span ref={ref} className={styles.place} style={{ width: size, height: size }} data-empty={!id || undefined}>
      {url && <img src={url} alt="" width={size} height={size} loading="lazy" />}
    </span>
  );
}

/** The logo of a party of the shown election; where no party has one, no place is kept. The party's code stands beside it. */
export function PartyLogo({ party }: { party: string }) {
  const looks = usePartyLooks();
  if (looks.every(({ logoFileId }) => logoFileId === undefined)) return null;
  const id = looks.find(({ code }) => code === party)?.logoFileId;
  return <Logo key={id} id={id} />;
}
