import { Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBellPlus, IconChecks, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { RowMenu } from '../../components/list/RowMenu.tsx';
import { alertCountText } from '../../domain/alerts/alert-counts.ts';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { focusTitle } from '../../lib/hooks/focus.ts';
import { exportAlerts, useMarkAllRead } from './api.ts';
import { type AlertFilters, isNarrowed } from './filters.ts';

interface AlertActionsProps {
  filters: AlertFilters;
  unread: number;
  /** The newest alert when the page was loaded: those that came since stay unread. */
  newest: string | undefined;
  /** Undefined where the reader may raise none. */
  onRaise: (() => void) | undefined;
}

/**
 * What is done with the whole list: mark all as read, where the list shows a part of them after a question that the others are meant too; export, which
 * the audit log records; raise an alert. On a phone the list begins higher: all but the last are in a menu.
 */
export function AlertActions({ filters, unread, newest, onRaise }: AlertActionsProps) {
  const [asking, setAsking] = useState(false);
  const phone = useMediaQuery(belowWidth('sm'), undefined, { getInitialValueInEffect: false });
  const markAll = useMarkAllRead();
  const save = useMutation({ mutationFn: () => exportAlerts(filters) });
  const send = () => {
    setAsking(false);
    focusTitle();
    markAll.mutate(newest);
  };
  const ways = [
    {
      label: 'Mark All as Read',
      Icon: IconChecks,
      // Always there: a button that came with the first alert would move the list.
      disabled: unread === 0,
      loading: markAll.isPending,
      onClick: isNarrowed(filters) ? () => setAsking(true) : send,
    },
    { label: 'Export CSV', Icon: IconDownload, disabled: false, loading: save.isPending, onClick: () => save.mutate() },
  ];
  const inMenu = phone && onRaise !== undefined;
  return (
    <>
      {!inMenu &&
        ways.map(({ label, Icon, ...way }) => (
          <Button key={label} variant="default" leftSection={<Icon size={16} aria-hidden />} {...way}>
            {label}
          </Button>
        ))}
      {onRaise && (
        <Button leftSection={<IconBellPlus size={16} aria-hidden />} onClick={onRaise}>
          Raise an alert
        </Button>
      )}
      {inMenu && (
        <RowMenu label="Actions for all alerts">
          {ways.map(({ label, Icon, disabled, loading, onClick }) => (
            <Menu.Item
              key={label}
              leftSection={<Icon size={16} aria-hidden />}
              disabled={disabled || loading}
              onClick={onClick}
            >
              {label}
            </Menu.Item>
          ))}
        </RowMenu>
      )}
      <ConfirmModal
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={send}
        title="Mark all alerts as read?"
        confirmLabel="Mark All as Read"
      >
        {unread === 1
          ? 'The one unread alert is marked as read for you, also where your filters hide it.'
          : `All ${alertCountText(unread)} unread alerts are marked as read for you, also those that your filters hide.`}
      </ConfirmModal>
    </>
  );
}
