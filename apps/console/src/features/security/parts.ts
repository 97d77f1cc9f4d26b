import { type PartState, PROTECTION_TEXTS, type SecurityStatus } from '@ec/contract/security/schemas';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { formatBytes, formatCount, formatNumber } from '../../lib/format/format.ts';

/** How a state reads; its icon is chosen beside it. */
export const STATE_WORDS: Record<PartState, { label: string; tone: Tone }> = {
  ok: { label: 'Works', tone: 'ok' },
  warning: { label: 'Needs a look', tone: 'wait' },
  down: { label: 'Down', tone: 'bad' },
};

export interface Part {
  name: string;
  state: PartState;
  /** The server's own sentence. */
  text: string;
  facts: readonly string[];
}

/** 3 days 4 h, 4 h 12 min, 12 min, 40 s */
export function durationText(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${formatCount(days, 'day')} ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${Math.floor(seconds)} s`;
}

const milliseconds = (ms: number) => (ms < 10_000 ? `${formatNumber(ms)} ms` : durationText(ms / 1000));

/** Without a gateway, messages are written to the server's log. */
const gatewayText = (gateway: string) => (gateway === 'log' ? 'none, written to the log' : gateway);

/** Every part of the system with its figures, those that need attention first. */
export function partsOf(status: SecurityStatus): Part[] {
  const { database, queue, deliveries, storage, disk, streams, events, audit } = status;
  const parts: Part[] = [
    {
      name: 'Database',
      ...database,
      facts: [
        `PostgreSQL ${database.version}, ${formatBytes(database.sizeBytes)}`,
        `${formatNumber(database.connections.open)} of ${formatCount(database.connections.most, 'connection')}`,
      ],
    },
    {
      name: 'Job queue',
      ...queue,
      facts: [
        `${formatNumber(queue.waiting)} waiting, ${formatNumber(queue.running)} running, ${formatNumber(queue.failed)} failed`,
        ...(queue.oldestWaitingSeconds === null
          ? []
          : [`The oldest has waited for ${durationText(queue.oldestWaitingSeconds)}`]),
      ],
    },
    {
      name: 'Deliveries',
      ...deliveries,
      facts: [
        `${formatNumber(deliveries.waiting)} waiting, ${formatNumber(deliveries.failed)} failed`,
        `SMS: ${gatewayText(deliveries.gateways.sms)}; e-mail: ${gatewayText(deliveries.gateways.email)}`,
      ],
    },
    {
      name: 'Stored files',
      ...storage,
      facts: [`${formatBytes(storage.bytes)} in all`],
    },
    {
      name: 'Disk',
      ...disk,
      facts: [`${formatBytes(disk.freeBytes)} free of ${formatBytes(disk.totalBytes)}`],
    },
    { name: 'Live streams', ...streams, facts: [] },
    { name: 'Event lag', ...events, facts: [`Read ${milliseconds(events.lagMs)} after they were stored`] },
    {
      name: 'Audit chain',
      ...audit,
      facts: [
        `${formatCount(audit.head.position, 'entry', 'entries')} linked, ${formatNumber(audit.unsealed)} waiting to be linked`,
        PROTECTION_TEXTS[audit.protection],
      ],
    },
  ];
  const order: PartState[] = ['down', 'warning', 'ok'];
  return parts
    .map(({ name, state, text, facts }) => ({ name, state, text, facts: state === 'down' ? [] : facts }))
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

/** The state of the whole, and what it comes from. */
export function overall(parts: readonly Part[]): { state: PartState; text: string } {
  const names = (state: PartState) => parts.filter((part) => part.state === state).map(({ name }) => name);
  const [down, warning] = [names('down'), names('warning')];
  if (down.length > 0) return { state: 'down', text: `Down: ${down.join(', ')}` };
  if (warning.length > 0) return { state: 'warning', text: `Needs a look: ${warning.join(', ')}` };
  return { state: 'ok', text: `All ${parts.length} parts work` };
}
