import type { ChatChannel } from '@ec/contract/chat/schemas';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { membersQuery } from '../api.ts';
import type { MentionListProps } from './MentionList.tsx';
import { openMention, putMention } from './mentions.ts';
import type { MessageDraft } from './use-draft.ts';

interface MentioningOptions {
  channel: ChatChannel;
  me: string;
  draft: MessageDraft;
  change: (next: Partial<MessageDraft>) => void;
  box: RefObject<HTMLTextAreaElement | null>;
}

/** The list of members that opens after an @, and the keys that work in it while the text keeps the focus. */
export function useMentioning({ channel, me, draft, change, box }: MentioningOptions) {
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const open = caret === null ? null : openMention(draft.text, caret, draft.mentions);
  const [q] = useDebouncedValue(open?.q ?? '', 150);
  const wanted = open !== null && closedAt !== open.from;
  const { data } = useQuery({ ...membersQuery(channel.id, q), enabled: wanted });
  const members = wanted ? (data?.members ?? []).filter((member) => member.id !== me) : [];
  const shown = members.length > 0;
  const at = Math.min(active, members.length - 1);
  useEffect(() => setActive(0), [q]);
  // Before the next key: otherwise what is typed on would stand at the end.
  const wantedCaret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wantedCaret.current === null) return;
    box.current?.focus({ preventScroll: true });
    box.current?.setSelectionRange(wantedCaret.current, wantedCaret.current);
    wantedCaret.current = null;
  }, [box, draft.text]);

  const choose = (index: number) => {
    const member = members[index];
    if (!member || !open) return;
    const put = putMention(draft.text, open, member.name);
    const { name, role } = member;
    change({ text: put.text, mentions: [...draft.mentions, { id: member.id, name, role }] });
    setCaret(put.caret);
    wantedCaret.current = put.caret;
  };
  /** True where the key was meant for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!shown) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((at + step + members.length) % members.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(at);
    else if (event.key === 'Escape') setClosedAt(open?.from ?? null);
    else return false;
    event.preventDefault();
    return true;
  };
  const optionId = (index: number) => `${id}-${index}`;
  const list: MentionListProps | null = shown ? { id, members, active: at, optionId, onChoose: choose } : null;
  return {
    list,
    onKeyDown,
    onSelect: () => {
      const element = box.current;
      setCaret(element && element.selectionStart === element.selectionEnd ? element.selectionStart : null);
      if (!open) setClosedAt(null);
    },
    onBlur: () => setCaret(null),
    fieldProps: {
      'aria-autocomplete': 'list' as const,
      ...(shown && { 'aria-controls': id, 'aria-activedescendant': optionId(at) }),
    },
  };
}
