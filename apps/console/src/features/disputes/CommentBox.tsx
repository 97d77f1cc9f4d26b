import type { DisputeDetail } from '@ec/contract/disputes/schemas';
import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { PictureField } from '../../components/form/PictureField.tsx';
import { Note } from '../../components/page/Note.tsx';
import { draftKeeper, type KeptPhoto, loadDraft } from '../../lib/device/drafts.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { errorMessage } from '../../lib/http/api-error.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useComment } from './api.ts';
import styles from './dispute.module.css';
import { isOvertaken, unitText } from './labels.ts';

interface CommentDraft {
  text: string;
  picture: KeptPhoto | null;
}

const EMPTY: CommentDraft = { text: '', picture: null };

/** What is typed and attached, kept on this device with every change until it is sent. Not loaded until the device has answered. */
function useCommentDraft(userId: string, disputeId: string) {
  const slot = `${userId}/dispute/${disputeId}`;
  const keeper = useMemo(() => draftKeeper(slot), [slot]);
  const [draft, setDraft] = useState<CommentDraft | null>(null);
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    let gone = false;
    void loadDraft(slot).then((kept) => {
      if (gone) return;
      const found = kept && { text: kept.values['text'] ?? '', picture: kept.photo };
      // A picture can be chosen before the device has answered; words cannot, they would take the place of kept ones.
      setDraft((chosen) => ({ ...(found ?? EMPTY), ...(chosen?.picture && { picture: chosen.picture }) }));
      setLoaded(true);
    });
    return () => {
      gone = true;
    };
  }, [slot]);
  return {
    draft,
    loaded,
    type: (text: string) => {
      setDraft((old) => ({ ...(old ?? EMPTY), text }));
      keeper.saveWords({ text }, {});
    },
    attach: (picture: KeptPhoto | null) => {
      setDraft((old) => ({ ...(old ?? EMPTY), picture }));
      keeper.savePhoto(picture);
    },
    clear: () => {
      setDraft(EMPTY);
      keeper.saveWords({ text: '' }, {});
      keeper.savePhoto(null);
    },
  };
}

const LONGEST = 1000;

interface CommentBoxProps {
  dispute: DisputeDetail;
  onReload: () => void;
}

/** Why nothing can be said any more; what was typed before stays to be read and copied. */
function closedText({ status, can }: DisputeDetail): string | null {
  if (can.comment) return null;
  return status === 'resolved'
    ? 'The dispute is resolved, so it takes no more comments.'
    : 'You may read this dispute, but not write in it.';
}

/** Says something about the dispute. What is typed stays on this device until the server has it. */
export function CommentBox({ dispute, onReload }: CommentBoxProps) {
  const { user } = useCurrentMe();
  const { draft, loaded, type, attach, clear } = useCommentDraft(user.id, dispute.id);
  const comment = useComment(dispute.id);
  const counter = useId();
  const closed = closedText(dispute);
  const text = draft?.text ?? '';
  const picture = draft?.picture ?? null;
  const empty = text.trim() === '';
  const [newestBefore, setNewestBefore] = useState(0);
  const newest = Math.max(0, ...dispute.entries.map(({ id }) => id));
  // The answer can get lost on the way though the comment was stored.
  const arrived =
    comment.error !== null &&
    dispute.entries.some(({ id, by, text: said }) => id > newestBefore && by?.id === user.id && said === text.trim());
  const onArrived = useEffectEvent(() => {
    comment.reset();
    clear();
  });
  useEffect(() => {
    if (arrived) onArrived();
  }, [arrived]);

  const send = () => {
    if (empty || closed || comment.isPending) return;
    setNewestBefore(newest);
    comment.mutate(
      { text: text.trim(), picture },
      {
        onSuccess: () => {
          clear();
          notifySuccess(`Your comment on the dispute about ${unitText(dispute)} was sent.`, {
            link: { to: `/disputes/${dispute.id}`, label: 'Open the dispute' },
          });
        },
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  if (closed && empty) return <p className="quiet para">{closed}</p>;
  return (
    <div className={styles.comment}>
      <div>
        <Textarea
          label="Comment"
          rows={4}
          resize="vertical"
          maxLength={LONGEST}
          value={text}
          readOnly={!loaded || closed !== null || comment.isPending}
          aria-describedby={counter}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div id={counter} className="hint right">
          {formatNumber(text.length)} of {formatNumber(LONGEST)} characters
        </div>
      </div>
      {!closed && (
        <PictureField
          label="Attach a picture"
          picture={picture}
          onChange={attach}
          progress={comment.progress}
          disabled={comment.isPending}
        />
      )}
      {comment.error && (
        <Note kind="bad" role="alert">
          <strong>Your comment was not sent. It is kept here.</strong>
          <div>{errorMessage(comment.error)}</div>
          {isOvertaken(comment.error) && (
            <Button mt="xs" variant="default" onClick={onReload}>
              Reload
            </Button>
          )}
        </Note>
      )}
      {closed ? (
        <div className="end gap-8-12">
          <span className="quiet">{closed} What you typed is kept on this device.</span>
          <Button variant="default" onClick={clear}>
            Discard
          </Button>
        </div>
      ) : (
        <div className="end gap-8-12">
          <span className="quiet">{empty ? 'Write something first' : 'Ctrl+Enter sends'}</span>
          <Button loading={comment.isPending} disabled={empty} onClick={send}>
            Send comment
          </Button>
        </div>
      )}
    </div>
  );
}
