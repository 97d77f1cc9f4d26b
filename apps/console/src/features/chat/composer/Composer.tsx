import type { Me } from '@ec/contract/auth/schemas';
import { type ChatChannel, MESSAGE_LENGTH } from '@ec/contract/chat/schemas';
import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLink, IconPhoto, IconSend } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { FileTarget } from '../../../components/form/FileTarget.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { mayOpen } from '../../../lib/session/may-open.ts';
import { usePhotoChoice } from '../../../lib/device/photo-choice.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { placeReference } from '../../../domain/places/use-places.ts';
import { useReturnFocus } from '../../../lib/hooks/focus.ts';
import { AttachDialog } from './AttachDialog.tsx';
import { AttachedItems } from '../log/AttachedItems.tsx';
import styles from './composer.module.css';
import { MentionList } from './MentionList.tsx';
import { keptMentions } from './mentions.ts';
import { type Attached, referenceIn, sameLink } from '../references.ts';
import { outbox } from './sending.ts';
import { isBlank, lengthText } from '../log/MessageText.tsx';
import { useMentioning } from './use-mentioning.ts';
import { type MessageDraft, useMessageDraft } from './use-draft.ts';
import { ConfirmModal } from '../../../components/form/ConfirmModal.tsx';

interface ComposerProps {
  channel: ChatChannel;
  /** Focused on opening; set on desktops only. */
  focusFirst: boolean;
  onSent: () => void;
}

const HINT = 'Enter sends, Shift+Enter starts a new line, @ mentions a member.';

/** What keeps the message from being sent; null for nothing. */
function blockedBy({ text, photo, attached }: MessageDraft): string | null {
  if (isBlank(text) && !photo && !attached) return 'Write something first.';
  return text.trim().length > MESSAGE_LENGTH ? 'The message is too long.' : null;
}

/** Users can link only to records that they may see: a unit outside their area stays plain text. */
function isOffered(me: Me, { link }: Attached): boolean {
  return link.type === 'result' || mayOpen(me, `/pu/${placeReference(link.id)}`);
}

/** The input of a chat. The draft stays on this device until it is sent. */
export function Composer({ channel, focusFirst, onSent }: ComposerProps) {
  if (!channel.can.send) {
    return <p className="dim fixed pad over">You may read this chat, but not write in it.</p>;
  }
  return <Writing channel={channel} focusFirst={focusFirst} onSent={onSent} />;
}

function Writing({ channel, focusFirst, onSent }: ComposerProps) {
  const me = useCurrentMe();
  const { user } = me;
  const { draft, change, clear } = useMessageDraft(user.id, channel.id);
  const box = useRef<HTMLTextAreaElement>(null);
  const touch = useMediaQuery('(hover: none)', false, { getInitialValueInEffect: false });
  const { problem, take, forget } = usePhotoChoice('picture.jpg', (photo) => change({ photo }));
  const [picking, setPicking] = useState(false);
  const rememberFocus = useReturnFocus(picking);
  /** A record that was attached automatically and removed is not attached again. */
  const [refused, setRefused] = useState<readonly Attached[]>([]);
  const mentioning = useMentioning({ channel, me: user.id, draft, change, box });
  const ids = { hint: useId(), counter: useId() };
  const blocked = blockedBy(draft);
  const length = lengthText(draft.text);

  useEffect(() => {
    if (focusFirst) box.current?.focus({ preventScroll: true });
  }, [focusFirst]);
  // As high as what is written, up to a limit that the styles set.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [draft.text]);

  const type = (text: string) => {
    const found = draft.attached ? null : referenceIn(text, window.location.origin);
    const wanted = found && isOffered(me, found) && !refused.some(({ link }) => sameLink(link, found.link));
    change({ text, ...(wanted && { attached: found }) });
  };
  const send = () => {
    if (blocked) {
      box.current?.focus();
      return;
    }
    const { text, mentions, attached, photo } = draft;
    const content = isBlank(text) ? '' : text.trim();
    void outbox.post({
      userId: user.id,
      channelId: channel.id,
      content,
      mentions: keptMentions(content, mentions),
      link: attached?.link ?? null,
      linkLabel: attached?.label ?? null,
      photo: photo && { blob: photo.blob, name: photo.name },
    });
    clear();
    setRefused([]);
    forget();
    box.current?.focus({ preventScroll: true });
    onSent();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || mentioning.onKeyDown(event)) return;
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const file = event.clipboardData.files[0];
    // Tables and documents come as words with a picture of them: the words are meant.
    if (!file || event.clipboardData.getData('text') !== '') return;
    event.preventDefault();
    void take(file);
  };

  return (
    <FileTarget
      label="Your message"
      inputLabel="Attach a picture: file"
      accept="image/png,image/jpeg"
      className={`stack gap-6 fixed pad-10 over holds ${styles.composer}`}
      onFile={(file) => void take(file)}
    >
      {(choose) => (
        <>
          {mentioning.list && <MentionList {...mentioning.list} />}
          <AttachedItems
            draft={draft}
            onDropPhoto={() => change({ photo: null })}
            onDropLink={() => {
              if (draft.attached) setRefused([...refused, draft.attached]);
              change({ attached: null });
            }}
          />
          {problem && (
            <Note kind="bad" role="alert">
              {problem}
            </Note>
          )}
          <div className={styles.line}>
            <textarea
              ref={box}
              dir="auto"
              rows={1}
              className={styles.box}
              aria-label={`Message to ${channel.name}`}
              aria-describedby={length ? `${ids.counter} ${ids.hint}` : ids.hint}
              aria-invalid={length?.tooLong || undefined}
              placeholder="Write a message"
              enterKeyHint="send"
              value={draft.text}
              onChange={(event) => type(event.currentTarget.value)}
              onSelect={mentioning.onSelect}
              onBlur={mentioning.onBlur}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
              {...mentioning.fieldProps}
            />
            <ActionIcon
              size="lg"
              variant="default"
              aria-label="Attach a picture"
              title="Attach a picture"
              onClick={choose}
            >
              <IconPhoto size={20} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size="lg"
              variant="default"
              aria-label="Attach result or polling unit"
              title="Attach result or polling unit"
              onClick={() => {
                rememberFocus();
                setPicking(true);
              }}
            >
              <IconLink size={20} aria-hidden />
            </ActionIcon>
            <Button
              className={`fixed ${styles.send}`}
              leftSection={<IconSend size={18} aria-hidden />}
              disabled={blocked !== null}
              aria-describedby={ids.hint}
              onClick={send}
            >
              Send
            </Button>
          </div>
          <div className="between hint gap-2-12">
            <span id={ids.hint} className={styles.hint}>
              {blocked} {!touch && HINT}
            </span>
            {length && (
              <span id={ids.counter} role="status" className={styles.counter} data-over={length.tooLong || undefined}>
                {length.words}
              </span>
            )}
          </div>
          {picking && (
            <AttachDialog
              onClose={() => setPicking(false)}
              onAttach={(attached) => {
                change({ attached });
                setPicking(false);
              }}
            />
          )}
        </>
      )}
    </FileTarget>
  );
}

interface DiscardDialogProps {
  what: string;
  where: string;
  onClose: () => void;
  onDiscard: () => void;
}

/** The confirmation before an unsent message is discarded. */
export function DiscardDialog({ what, where, onClose, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={() => {
        onDiscard();
        onClose();
      }}
      title="Discard what was not sent?"
      confirmLabel="Discard"
      danger
    >
      {what} was not sent to {where}. No other user has seen it, and discarding deletes it.
    </ConfirmModal>
  );
}
