import { Alert } from '@ec/contract/alerts/schemas';
import { ActiveSession, LockedAccount, SecurityStatus } from '@ec/contract/security/schemas';
import type * as z from 'zod/mini';
import { alertOf } from './alerts.ts';
import { freshId } from './results.ts';
import { placeOf } from './users.ts';

type StatusInput = z.input<typeof SecurityStatus>;
type SessionInput = z.input<typeof ActiveSession>;

export const HEAD_HASH = '9f'.repeat(32);

export const linkOf = (code: string) => {
  const { id, type, name } = placeOf(code);
  return { id, type, name };
};

/** A system of which every part works; or as changed. */
export function statusOf(change: Partial<StatusInput> = {}): SecurityStatus {
  const works = { state: 'ok' as const, text: 'Works.' };
  return SecurityStatus.parse({
    asOf: '2023-02-25T13:30:00.000Z',
    version: '0.5.0',
    startedAt: '2023-02-22T09:30:00.000Z',
    uptimeSeconds: 273_600,
    database: {
      ...works,
      version: '18.4',
      answerMs: 3,
      sizeBytes: 5 * 1024 ** 3,
      connections: { open: 12, most: 100 },
    },
    queue: { ...works, waiting: 2, running: 1, failed: 0, oldestWaitingSeconds: 95 },
    deliveries: { ...works, waiting: 0, failed: 0, gateways: { sms: 'Termii', email: 'log' } },
    storage: { ...works, files: 1234, bytes: 2.5 * 1024 ** 3 },
    disk: { ...works, freeBytes: 51.25 * 1024 ** 3, totalBytes: 100 * 1024 ** 3 },
    streams: { ...works, open: 42 },
    events: { ...works, lagMs: 12 },
    audit: {
      ...works,
      head: { position: 5_000_000, hash: HEAD_HASH, sealedAt: '2023-02-25T13:29:59.000Z' },
      unsealed: 3,
      protection: 'role',
    },
    sessions: { open: 1204 },
    alerts: { open: 2 },
    failedSignIns24h: 17,
    lockedAccounts: 1,
    ...change,
  });
}

/** Bola Ade of Ipodo at a phone; or as changed. */
export function sessionOf(change: Partial<SessionInput> = {}): ActiveSession {
  return ActiveSession.parse({
    id: freshId(),
    user: { id: freshId(), name: 'Bola Ade', role: 'ward_admin' },
    area: linkOf('24-11-05'),
    device: 'Chrome on Android',
    ip: '10.1.2.3',
    createdAt: '2023-02-25T07:00:00.000Z',
    lastSeenAt: '2023-02-25T13:29:00.000Z',
    renewed: null,
    isCurrent: false,
    can: { end: true },
    ...change,
  });
}

export function lockedOf(change: Partial<z.input<typeof LockedAccount>> = {}): LockedAccount {
  return LockedAccount.parse({
    user: { id: freshId(), name: 'Chidi Okoro', role: 'lga_admin' },
    area: linkOf('24-11'),
    phone: '0803 *** **67',
    failures: 5,
    lastFailureAt: '2023-02-25T13:20:00.000Z',
    lockedUntil: '2023-02-25T13:35:00.000Z',
    locks: [{ from: 'network', network: '105.112.7.0/24', failures: 5, lockedUntil: '2023-02-25T13:35:00.000Z' }],
    can: { unlock: true },
    ...change,
  });
}

export const lockOutAlert = (): Alert =>
  Alert.parse(
    alertOf({
      rule: 'lock_out',
      title: 'Account locked',
      message: 'Chidi Okoro failed to sign in 5 times.',
      type: 'warning',
      priority: 'high',
      source: 'System, Account locked',
      createdAt: '2023-02-25T13:20:00.000Z',
      count: null,
      area: linkOf('24-11'),
      chain: [],
    }),
  );
