import { useExistingPage } from '../../lib/hooks/paging.ts';
import type { AlertGroup } from '@ec/contract/alerts/bulk';
import type { Alert } from '@ec/contract/alerts/schemas';
import { Button, Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useId, useState } from 'react';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { DataTableFoot } from '../../components/list/DataTable.tsx';
import { Inbox, InboxFacts, InboxRow, InboxText } from '../../components/list/Inbox.tsx';
import { LoadingRows } from '../../components/list/LoadingRows.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { placeText, PriorityChip, TypeMark } from './AlertParts.tsx';
import { AlertRow } from './AlertRows.tsx';
import styles from './alerts.module.css';
import { inGroupQuery, useMarkRead } from './api.ts';
import type { GroupParameters } from './filters.ts';

interface GroupRowProps {
  group: AlertGroup;
  /** What the list is narrowed to: the same alerts stand in the opened line. */
  parameters: GroupParameters;
  onAcknowledge: (alert: Alert) => void;
  /** Whether it is chosen for a change of many; undefined where the reader may not change alerts. */
  ticked: boolean | undefined;
  onTick: (key: string) => void;
}

/** One rule in one area: how many alerts, what the newest says, and all of them when it is opened. */
export const GroupRow = memo(function GroupRow({ group, parameters, onAcknowledge, ticked, onTick }: GroupRowProps) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  const tickId = useId();
  const markRead = useMarkRead();
  const place = placeText({ area: group.area, chain: group.chain });
  const { count, unread, only } = group;
  const mark = (
    <span className={styles.groupMark}>
      {ticked !== undefined && (
        <label className={styles.tickTarget} htmlFor={tickId}>
          <Checkbox
            id={tickId}
            aria-label={`Select ${group.title}, ${place}`}
            checked={ticked}
            onChange={() => onTick(group.key)}
          />
        </label>
      )}
      <TypeMark type={group.type} />
    </span>
  );
  if (only) {
    return (
      <AlertRow
        alert={only}
        mark={mark}
        onRead={() => markRead.mutate(only.id)}
        onAcknowledge={() => onAcknowledge(only)}
      />
    );
  }
  return (
    <>
      <InboxRow
        unread={unread > 0}
        title={`${group.title}, ${place}`}
        link={null}
        mark={mark}
        chips={
          <>
            <PriorityChip priority={group.priority} />
            <StatusChip tone="off" label={formatCount(count, 'alert')} />
          </>
        }
        actions={
          <Button
            variant="default"
            aria-label={`${open ? 'Hide' : 'Show'} ${formatCount(count, 'alert')}: ${group.title}, ${place}`}
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            leftSection={open ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide' : 'Show'} {formatNumber(count)}
          </Button>
        }
      >
        <InboxText lines={2}>{group.newest.message}</InboxText>
        <InboxFacts>
          {formatNumber(group.open)} open, {formatNumber(unread)} unread · newest{' '}
          <TimeText moment={group.newestAt} minute />
        </InboxFacts>
      </InboxRow>
      {open && (
        <li id={panel} className={styles.opened}>
          <OpenedGroup group={group} parameters={parameters} onAcknowledge={onAcknowledge} />
        </li>
      )}
    </>
  );
});

const OPENED_PAGE = 10;

type OpenedGroupProps = Pick<GroupRowProps, 'group' | 'parameters' | 'onAcknowledge'>;

function OpenedGroup({ group, parameters, onAcknowledge }: OpenedGroupProps) {
  const [page, setPage] = useState(1);
  const markRead = useMarkRead();
  const { data, error, refetch } = useQuery(inGroupQuery(group.key, parameters, { page, pageSize: OPENED_PAGE }));
  // Where only unread ones are listed, those that were read have left the last page.
  useExistingPage(data && { shown: data.alerts.length, total: data.total }, page, setPage, OPENED_PAGE);
  if (!data) {
    return error ? (
      <ErrorView title="The alerts could not be loaded" error={error} onRetry={refetch} />
    ) : (
      <LoadingRows label="Loading alerts" height={72} />
    );
  }
  return (
    <>
      <Inbox label={`Alerts: ${group.title}`}>
        {data.alerts.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            onRead={() => markRead.mutate(alert.id)}
            onAcknowledge={() => onAcknowledge(alert)}
          />
        ))}
      </Inbox>
      {data.total > OPENED_PAGE && (
        <DataTableFoot
          shown={data.alerts.length}
          paging={{ page, pageSize: OPENED_PAGE, total: data.total, onPage: setPage }}
        />
      )}
    </>
  );
}
