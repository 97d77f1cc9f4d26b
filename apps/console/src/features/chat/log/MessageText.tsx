import type { PersonLink } from '@ec/contract/base/common';
import { MESSAGE_LENGTH } from '@ec/contract/chat/schemas';
import { PlainText } from '../../../components/figure/PlainText.tsx';
import styles from './log.module.css';
import { mentionParts } from '../composer/mentions.ts';
import { formatNumber } from '../../../lib/format/format.ts';

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

/** Characters that take no room and show nothing. */
const UNSEEN = /[\s\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/gu;

/** True where there is nothing to be seen, however many characters there are. */
export function isBlank(text: string): boolean {
  return text.replace(UNSEEN, '') === '';
}

/** From here on the counter is shown. */
const NEAR = MESSAGE_LENGTH - 200;

/** What is left of a message's length; null while the limit is far away. */
export function lengthText(text: string): { words: string; tooLong: boolean } | null {
  const { length } = text.trim();
  if (length < NEAR) return null;
  const most = formatNumber(MESSAGE_LENGTH);
  return length > MESSAGE_LENGTH
    ? {
        words: `${formatNumber(length)} of ${most} characters: shorten it by ${formatNumber(length - MESSAGE_LENGTH)}`,
        tooLong: true,
      }
    : { words: `${formatNumber(length)} of ${most} characters`, tooLong: false };
}

/** A text cut around the words that were searched for, so that they can be seen in one or two lines. */
export function excerpt(text: string, q: string, before = 30): { start: string; match: string; end: string } {
  const line = text.replaceAll(/\s+/g, ' ');
  const at = line.toLowerCase().indexOf(q.toLowerCase());
  if (q === '' || at === -1) return { start: line, match: '', end: '' };
  const start = line.slice(0, at);
  // From the beginning of a word: what is left of one that is cut goes.
  const cut = start.length > before ? `…${start.slice(-before - 1).replace(/^\S*\s/, '')}` : start;
  return { start: cut, match: line.slice(at, at + q.length), end: line.slice(at + q.length) };
}
