import type { ChatMembers } from '@ec/contract/chat/schemas';
import { VisuallyHidden } from '@mantine/core';
import { formatCount } from '../../../lib/format/format.ts';
import { personHint } from '../../../domain/people/person-text.ts';
import styles from './composer.module.css';

export interface MentionListProps {
  id: string;
  members: ChatMembers['members'];
  active: number;
  optionId: (at: number) => string;
  onChoose: (at: number) => void;
}

/** The members whose names fit to what is typed after the @; the keys that move in it are pressed in the text. */
export function MentionList({ id, members, active, optionId, onChoose }: MentionListProps) {
  return (
    <>
      <VisuallyHidden role="status">
        {formatCount(members.length, 'member')}. Up and down choose, Enter mentions, Escape closes.
      </VisuallyHidden>
      <div id={id} role="listbox" aria-label="Members to mention" className={styles.mentions}>
        {members.map((member, at) => (
          // The keyboard acts in the text, which names the active option.
          <div
            key={member.id}
            id={optionId(at)}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className={styles.option}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(at)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onChoose(at);
            }}
          >
            <bdi className="strong">{member.name}</bdi>
            <span className="hint">{personHint(member)}</span>
          </div>
        ))}
      </div>
    </>
  );
}
