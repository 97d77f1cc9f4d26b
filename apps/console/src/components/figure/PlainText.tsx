import { VisuallyHidden } from '@mantine/core';
import { Fragment, type ReactNode, useMemo } from 'react';
import { splitAtLinks } from '../../lib/format/text-links.ts';
import styles from './PlainText.module.css';

interface PlainTextProps {
  text: string;
  className?: string | undefined;
  /** Renders the text between the links, for example to highlight names; by default the text itself. */
  words?: (text: string) => ReactNode;
}

/** Text typed by a user: lines as typed, http and https addresses as links, everything else as text and never as mark-up. */
export function PlainText({ text, className, words = (each) => each }: PlainTextProps) {
  const parts = useMemo(() => splitAtLinks(text), [text]);
  return (
    <div dir="auto" className={`${styles.text} ${className ?? ''}`}>
      {parts.map(({ text: part, href }, index) =>
        href === null ? (
          // Parts have no identity except their position in the text.
          <Fragment key={`${index} words`}>{words(part)}</Fragment>
        ) : (
          <a
            key={`${index} link`}
            href={href}
            dir="ltr"
            target="_blank"
            rel="noopener noreferrer"
            className={styles.link}
          >
            {part}
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </a>
        ),
      )}
    </div>
  );
}
