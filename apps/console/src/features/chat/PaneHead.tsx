import type { ChatChannel } from '@ec/contract/chat/schemas';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft, IconBell, IconBellOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatCount } from '../../lib/format/format.ts';
import { notifyError, notifySuccess } from '../../lib/hooks/notify.ts';
import { useDocumentTitle } from '../../lib/hooks/use-document-title.ts';
import { useMute } from './api.ts';
import { TypeIcon } from './ChannelItems.tsx';
import styles from './chat.module.css';

/** Gives the focus to the page's title when it appears, so that a screen reader reads it and no keyboard covers half a phone. */
function useTitleFocus(): void {
  useEffect(() => {
    document.getElementById('page-title')?.focus({ preventScroll: true });
  }, []);
}

/** On a phone the chat is the page. */
function PageTitle({ name }: { name: string }) {
  useDocumentTitle(name);
  useTitleFocus();
  return (
    <h1 id="page-title" tabIndex={-1} className={styles.paneTitle}>
      <bdi>{name}</bdi>
    </h1>
  );
}

function MuteButton({ channel, phone }: { channel: ChatChannel; phone: boolean }) {
  const { id, name, muted } = channel;
  const mute = useMute(id);
  const toggle = () =>
    mute.mutate(!muted, {
      onSuccess: () =>
        notifySuccess(
          muted
            ? `${name} is no longer muted.`
            : `${name} is muted: its messages are not counted as unread in the menu. You are still notified of mentions.`,
        ),
      onError: (error) => notifyError(error, muted ? 'The chat is still muted' : 'The chat could not be muted'),
    });
  const Icon = muted ? IconBell : IconBellOff;
  const label = muted ? 'Unmute' : 'Mute';
  return phone ? (
    <ActionIcon size="lg" variant="default" aria-label={`${label} ${name}`} loading={mute.isPending} onClick={toggle}>
      <Icon size={20} aria-hidden />
    </ActionIcon>
  ) : (
    <Button
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      aria-label={`${label} ${name}`}
      loading={mute.isPending}
      onClick={toggle}
    >
      {label}
    </Button>
  );
}

export function PaneHead({ channel, phone }: { channel: ChatChannel; phone: boolean }) {
  const [params] = useSearchParams();
  const q = params.get('q');
  const { name, type, memberCount, muted } = channel;
  return (
    <div className={`beside gap-10 fixed pad-8 under ${styles.paneHead}`}>
      {phone && (
        <ActionIcon
          component={Link}
          to={q ? `/communications?${new URLSearchParams({ q })}` : '/communications'}
          size="lg"
          variant="subtle"
          aria-label="All chats"
        >
          <IconArrowLeft size={20} aria-hidden />
        </ActionIcon>
      )}
      <TypeIcon type={type} size={20} />
      <div className="grow">
        {phone ? (
          <PageTitle name={name} />
        ) : (
          <h2 className={styles.paneTitle}>
            <bdi>{name}</bdi>
          </h2>
        )}
        <div className={styles.members}>
          {formatCount(memberCount, 'member')}
          {muted && ' · Muted'}
        </div>
      </div>
      <MuteButton channel={channel} phone={phone} />
    </div>
  );
}
