import type { Announcement } from '@ec/contract/announcements/schemas';
import { Button, Menu, VisuallyHidden } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { RowMenu } from '../../components/list/RowMenu.tsx';
import type { Task } from './labels.ts';

interface AnnouncementActionsProps {
  announcement: Announcement;
  onRead: () => void;
  onPin: () => void;
  onTask: (task: Task) => void;
}

/** Mark as Read, and behind a menu what the reader may do with the announcement. */
export function AnnouncementActions({ announcement, onRead, onPin, onTask }: AnnouncementActionsProps) {
  const [params] = useSearchParams();
  const { id, title, can, isRead, isForMe, pinned } = announcement;
  const receipts = new URLSearchParams(params);
  receipts.set('announcement', id);
  receipts.set('view', 'receipts');
  const any = can.edit || can.pin || can.withdraw || can.seeReceipts;
  return (
    <>
      {isForMe && !isRead && (
        <Button variant="default" onClick={onRead}>
          Mark as Read<VisuallyHidden>: {title}</VisuallyHidden>
        </Button>
      )}
      {any && (
        <RowMenu label={`Actions for ${title}`}>
          {can.seeReceipts && (
            <Menu.Item component={Link} to={{ search: receipts.toString() }} preventScrollReset>
              Read receipts
            </Menu.Item>
          )}
          {can.edit && <Menu.Item onClick={() => onTask({ kind: 'edit', announcement })}>Edit</Menu.Item>}
          {can.pin && <Menu.Item onClick={onPin}>{pinned ? 'Unpin' : 'Pin'}</Menu.Item>}
          {can.withdraw && (
            <Menu.Item color="danger" onClick={() => onTask({ kind: 'withdraw', announcement })}>
              Withdraw
            </Menu.Item>
          )}
        </RowMenu>
      )}
    </>
  );
}
