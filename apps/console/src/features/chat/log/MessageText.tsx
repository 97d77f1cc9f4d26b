import type { PersonLink } from '@ec/contract/base/common';
import { PlainText } from '../../../components/figure/PlainText.tsx';
import styles from './log.module.css';
import { mentionParts } from '../composer/mentions.ts';

interface MessageTextProps {
  text: string;
  mentions: readonly PersonLink[];
  me: string;
}

/** What was written, as text; the names of those who are mentioned are picked out, the reader's own more than others'. */
export function MessageText({ text, mentions, me }: MessageTextProps) {
  const words = (part: string) => {
    let at = 0;
    return mentionParts(part, mentions).map(({ text: piece, mention }) => {
      const key = at;
      at += piece.length;
      if (!mention) return piece;
      const isMe = mentions.some(({ id, name }) => id === me && piece === `@${name}`);
      return (
        <strong key={key} className={styles.mention} data-me={isMe || undefined}>
          {piece}
        </strong>
      );
    });
  };
  return <PlainText text={text} words={words} />;
}
