import type { OutboxList } from '@ec/contract/deliveries/schemas';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatClock } from '../../lib/format/format.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { errorMessage } from '../../lib/http/api-error.ts';
import { deliveriesQuery } from './api.ts';
import {
  CHANNEL_CHOICES,
  type DeliveryFilters,
  FILTERS,
  isNarrowed,
  NOTHING_NARROWED,
  statusChoices,
} from './labels.ts';
import { GatewayCard, GatewayState } from './GatewayCard.tsx';
import { MessageTable } from './MessageTable.tsx';
import { RetryAll } from './RetryAll.tsx';
import { tile } from '../../lib/format/css-values.ts';

/** Outgoing SMS and e-mail: the gateways, and the state of each message. */
export function DeliveriesPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const list = useQuery(deliveriesQuery(filters));
  const { messages, total, counts, gateways } = list.data ?? {};
  const panel = useId();
  // Open by itself where a gateway is in trouble.
  const [opened, setOpened] = useState<boolean | null>(null);
  const troubled = gateways && [gateways.sms, gateways.email].some(({ paused, lastError }) => paused || lastError);
  const shown = opened ?? Boolean(troubled);
  const paging = usePaging(filters, setFilters, messages, total);
  const empty = isNarrowed(filters) ? (
    <EmptyState
      title="No message fits these filters."
      action={
        <Button variant="default" onClick={() => setFilters(NOTHING_NARROWED)}>
          Show all messages
        </Button>
      }
    />
  ) : (
    <EmptyState title="No messages yet">
      Sign-in codes, invitations and notifications by SMS and e-mail appear here. Send a test message to try a gateway.
    </EmptyState>
  );
  return (
    <Page
      title="Deliveries"
      context={
        gateways ? (
          <span className="row">
            <span className="line">
              SMS <GatewayState gateway={gateways.sms} />
            </span>
            <span className="line">
              E-mail <GatewayState gateway={gateways.email} />
            </span>
            as of {formatClock(list.dataUpdatedAt)}, read again every 10 seconds
          </span>
        ) : (
          'SMS and e-mail that leave the system'
        )
      }
      contextComes={2}
      actions={
        <>
          <Button
            variant="default"
            aria-expanded={shown}
            aria-controls={shown ? panel : undefined}
            onClick={() => setOpened(!shown)}
          >
            Gateways
          </Button>
          <RetryAll />
        </>
      }
    >
      {list.data && list.error && (
        <Note kind="warn" role="status">
          This could not be read again: {errorMessage(list.error)}
        </Note>
      )}
      {gateways && shown && (
        <div id={panel} className="tiles start" style={tile(320)}>
          <GatewayCard channel="sms" gateway={gateways.sms} />
          <GatewayCard channel="email" gateway={gateways.email} />
        </div>
      )}
      <Panel flush>
        <MessageFilters filters={filters} counts={counts} onFilter={setFilters} />
        <FormerRows former={list.isPlaceholderData}>
          <MessageTable messages={messages} error={list.error} onRetry={list.refetch} empty={empty} paging={paging} />
        </FormerRows>
      </Panel>
    </Page>
  );
}

interface MessageFiltersProps {
  filters: DeliveryFilters;
  counts: OutboxList['counts'] | undefined;
  onFilter: (change: Partial<DeliveryFilters>) => void;
}

/** What the list is narrowed to. */
function MessageFilters({ filters, counts, onFilter }: MessageFiltersProps) {
  return (
    <FilterBar
      inPanel
      label="Messages"
      placeholder="Phone number or e-mail"
      filters={filters}
      whole={NOTHING_NARROWED}
      onChange={onFilter}
      choices={[
        { key: 'status', label: 'Status', data: statusChoices(counts) },
        { key: 'channel', label: 'Channel', data: CHANNEL_CHOICES },
      ]}
    />
  );
}
