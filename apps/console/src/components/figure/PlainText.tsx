import { VisuallyHidden } from '@mantine/core';
import { Fragment, type ReactNode, useMemo } from 'react';
import { splitAtLinks } from '../../lib/format/text-links.ts';
import styles from './PlainText.module.css';

interface PlainTextProps {
  text: string;
  className?: string | undefined;
  /** What stands for the words between the links, for names that are to be picked out; the words themselves where absent. */
  words?: (text: string) => ReactNode;
}

/** What a person has typed: its lines as typed, its http and https addresses as links, everything else as text and never as mark-up. */
export function PlainText({ text, className, words = (each) => each }: PlainTextProps) {
  const parts = useMemo(() => splitAtLinks(text), [text]);
  return (
    <div dir="auto" className={`${styles.text} ${className ?? ''}`}>
      {parts.map(({ text: part, href }, index) =>
        href === null ? (
          // Parts have no identity but their place in the text.
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
