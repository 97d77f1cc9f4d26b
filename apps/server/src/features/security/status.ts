import { statfs } from 'node:fs/promises';
import type { SecurityStatus } from '@ec/contract/security/schemas';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { Platform, ReadContext } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import { VERSION } from '../../platform/runtime/version.ts';
import { listSecurityAlerts } from '../alerts/queries.ts';
import { type CountedSessions, idleBefore } from './sessions-service.ts';
import { countFailed, countLocked } from './sign-ins-queries.ts';
import {
  isLate,
  measureAudit,
  measureDatabase,
  measureDeliveries,
  measureEventLag,
  measureQueue,
  measureStorage,
  within,
} from './status-queries.ts';
import * as judge from './status-rules.ts';

/** A part without an answer in this time is reported as down. */
const LIMIT_MS = 2000;
const FAILED_HOURS = 24;
/** Measurements are shared by readers; the call answers at once with the last ones and their moment in `asOf`, while the next are taken. */
const KEPT = { renewMs: 2000, serveMs: 600_000 } as const;

type Parts = Omit<
  SecurityStatus,
  'asOf' | 'version' | 'startedAt' | 'uptimeSeconds' | 'sessions' | 'alerts' | 'failedSignIns24h' | 'lockedAccounts'
>;
type Counts = Pick<SecurityStatus, 'sessions' | 'alerts' | 'failedSignIns24h' | 'lockedAccounts'>;
type Measured<K extends keyof Parts> = Omit<Parts[K], 'state' | 'text'>;

class Late extends Error {}

/** Waiting for the connection can also hang, so the process has a timeout of its own. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late()), LIMIT_MS * 1.5);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const DOWN = {
  database: { version: '', answerMs: 0, sizeBytes: 0, connections: { open: 0, most: 0 } },
  queue: { waiting: 0, running: 0, failed: 0, oldestWaitingSeconds: null },
  storage: { files: 0, bytes: 0 },
  disk: { freeBytes: 0, totalBytes: 0 },
  events: { lagMs: 0 },
  audit: { head: { position: 0, hash: '', sealedAt: null }, unsealed: 0, protection: 'triggers' },
} as const satisfies { [K in 'database' | 'queue' | 'storage' | 'disk' | 'events' | 'audit']: Measured<K> };

/** Measures one part; a failure is reported as its status and does not affect the others. */
async function part<K extends keyof Parts>(
  down: Measured<K>,
  measure: () => Promise<Measured<K> & judge.Judged>,
): Promise<Measured<K> & judge.Judged> {
  try {
    return await inTime(measure());
  } catch (error) {
    return { ...down, ...judge.judgeDown(error instanceof Late || isLate(error)) };
  }
}

const gatewayNames = (gateways: ReturnType<Platform['messages']['gateways']>) => ({
  sms: gateways.sms.name,
  email: gateways.email.name,
});

/** Measures all parts in parallel, each with its own timeout. */
async function measureParts({ database, messages, hub, events, config, clock }: Platform): Promise<Parts> {
  const reading = <T>(read: (db: Db) => Promise<T>) => within(database.db, LIMIT_MS, read);
  const gateways = messages.gateways();
  const paused = [...new Set(Object.values(gateways).flatMap(({ name, paused }) => (paused ? [name] : [])))];
  const names = gatewayNames(gateways);
  const [inDatabase, queue, deliveries, storage, disk, lag, audit] = await Promise.all([
    part<'database'>(DOWN.database, async () => {
      const measured = await reading(measureDatabase);
      return { ...measured, ...judge.judgeDatabase(measured) };
    }),
    part<'queue'>(DOWN.queue, async () => {
      const measured = await reading(measureQueue);
      return { ...measured, ...judge.judgeQueue(measured) };
    }),
    part<'deliveries'>({ waiting: 0, failed: 0, gateways: names }, async () => {
      const measured = await reading((db) => measureDeliveries(db, clock.now()));
      const { waiting, failed } = measured;
      return { waiting, failed, gateways: names, ...judge.judgeDeliveries({ ...measured, paused }) };
    }),
    part<'storage'>(DOWN.storage, async () => {
      const measured = await reading(measureStorage);
      return { ...measured, ...judge.judgeStorage(measured) };
    }),
    part<'disk'>(DOWN.disk, async () => {
      const { bavail, blocks, bsize } = await statfs(config.dataDir);
      const measured = { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
      return { ...measured, ...judge.judgeDisk(measured) };
    }),
    part<'events'>(DOWN.events, async () => {
      const measured = await reading((db) => measureEventLag(db, events.lastPublished));
      return { ...measured, ...judge.judgeEvents(measured) };
    }),
    part<'audit'>(DOWN.audit, async () => {
      const measured = await reading(measureAudit);
      const { head, unsealed, protection } = measured;
      return { head, unsealed, protection, ...judge.judgeAudit(measured) };
    }),
  ]);
  const streams = { open: hub.size, ...judge.judgeStreams({ open: hub.size }) };
  return { database: inDatabase, queue, deliveries, storage, disk, streams, events: lag, audit };
}

/** Caches measurements for all readers; the counts depend on each reader's areas. */
export function createStatus(platform: Platform, counted: CountedSessions) {
  const parts = staleWhileRevalidate<Parts & { asOf: string }>(KEPT);
  const counts = staleWhileRevalidate<Counts>(KEPT);
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();

  async function countsOf(context: ReadContext, actor: Actor): Promise<Counts> {
    const { db, now } = context;
    const areas = areasOf(actor);
    const [sessions, alerts, failedSignIns24h, lockedAccounts] = await Promise.all([
      counted.of(db, { areas, idleBefore: idleBefore(context) }),
      listSecurityAlerts(db, { reader: actor, now }, { limit: 1, offset: 0 }),
      countFailed(db, { areas, hours: FAILED_HOURS, reader: actor }),
      countLocked(db, { areas, now, reader: actor }),
    ]);
    return { sessions: { open: sessions.total }, alerts: { open: alerts.total }, failedSignIns24h, lockedAccounts };
  }

  return async (context: ReadContext, actor: Actor): Promise<SecurityStatus> => {
    const [measured, counted] = await Promise.all([
      parts.get('all', async () => ({ ...(await measureParts(platform)), asOf: new Date().toISOString() })),
      counts.get(JSON.stringify([actor.levels.alerts, areasOf(actor)]), () => countsOf(context, actor)),
    ]);
    const uptimeSeconds = Math.floor(process.uptime());
    return { ...measured, ...counted, version: VERSION, startedAt, uptimeSeconds };
  };
}
