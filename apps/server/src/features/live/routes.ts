import { formCodesOf } from '@ec/contract/form-codes/codes';
import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { type Actor, areasOf, boundedArea } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference } from '../../platform/http/requests.ts';
import { type Formats, formatsOf } from '../../platform/runtime/format.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { findElectionRow } from '../elections/queries.ts';
import { compareSources } from './compare-service.ts';
import { constituencyCsv, liveConstituencies } from './constituency-service.ts';
import { exportCsv, feedFilter, type Note, liveFeed, liveFeedTotal } from './feed-service.ts';
import { createHistory } from './history-service.ts';
import { liveAreas, liveSummary } from './service.ts';
import type { Declarations } from './declaration-service.ts';
import type { Snapshots } from './snapshot.ts';

const VIEWERS = { module: 'live_results', electionMode: true } as const;

async function requireElection(db: Db, id: ElectionId, area: LocationId) {
  const election = await findElectionRow(db, id, [area]);
  if (!election) throw new AppError('ELECTION_NOT_FOUND');
  return election;
}

const areaOfQuery = (actor: Actor, query: { area?: string | undefined }) =>
  boundedArea(actor, areaFromReference(query.area));

/** What is said beside the totals of elections in files, by a feature that depends on this one. */
export type NotesOf = (
  db: Db,
  elections: readonly { id: ElectionId; name: string }[],
  formats: Formats,
) => Promise<Note[]>;

export function liveRoutes(router: Router, snapshots: Snapshots, declarations: Declarations, notesOf: NotesOf): void {
  router.read(
    'GET /live/summary',
    { access: VIEWERS },
    async ({ db, actor, query }) => await liveSummary(db, snapshots, { ...query, area: areaOfQuery(actor, query) }),
  );

  router.read(
    'GET /live/areas',
    { access: VIEWERS },
    async ({ db, actor, query }) =>
      await liveAreas(db, snapshots, { ...query, area: areaOfQuery(actor, query) }, query.level),
  );

  router.read(
    'GET /live/constituencies',
    { access: VIEWERS },
    async ({ db, actor, query }) =>
      await liveConstituencies(db, snapshots, { ...query, area: areaOfQuery(actor, query) }),
  );

  router.read('GET /live/declaration', { access: VIEWERS }, async ({ actor, query }) => {
    const area = query.area === undefined ? undefined : areaOfQuery(actor, query);
    return await declarations.get({ ...query, area }, areasOf(actor));
  });

  router.read('GET /live/feed', { access: VIEWERS }, async ({ db, actor, query, now }) => {
    const area = areaOfQuery(actor, query);
    const { parties } = await requireElection(db, query.electionId, area);
    const filter = feedFilter(query, area, parties);
    if (!filter) return { items: [], total: 0, asOf: now.toISOString() };
    const [items, total] = await Promise.all([
      liveFeed(db, filter, query.limit, parties),
      liveFeedTotal(db, snapshots, { ...query, area }, filter),
    ]);
    return { items, total, asOf: now.toISOString() };
  });

  const history = createHistory(snapshots);
  router.read('GET /live/history', { access: VIEWERS }, async ({ db, actor, query }) => {
    const area = areaOfQuery(actor, query);
    await requireElection(db, query.electionId, area);
    return await history(db, { electionId: query.electionId, source: query.source, area });
  });

  router.read('GET /live/compare', { access: VIEWERS }, async ({ db, actor, query, organisation }) => {
    const area = areaOfQuery(actor, query);
    const { parties } = await requireElection(db, query.electionId, area);
    const threshold = organisation.settings.notifications.alertThresholds.resultDiscrepancy;
    return await compareSources(db, snapshots, { electionId: query.electionId, area, parties, threshold });
  });

  router.longWrite(
    'GET /live/export.csv',
    {
      perMinute: COSTLY.export,
      access: VIEWERS,
      audit: ['live.exported'],
      reason: 'notes who exports in a transaction of its own and then sends a stream that may take minutes',
    },
    async ({ db, actor, query, reply, organisation, transact }) => {
      const area = areaOfQuery(actor, query);
      const { electionId, source, party, leading, status, by } = query;
      const { parties, name, type, correctedForms } = await requireElection(db, electionId, area);
      await transact(async (write) => {
        const next = {
          source,
          area,
          by,
          ...(party && { party }),
          ...(leading && { leading }),
          ...(status && { status }),
        };
        await write.audit({ event: 'live.exported', resourceId: electionId, areaId: area, next });
      });
      const file = `${name} ${source}${by === 'constituency' ? ' by constituency' : ''}`;
      const tidy = file.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase();
      reply.header('content-disposition', `attachment; filename="${tidy}.csv"`).type('text/csv; charset=utf-8');
      const form = formCodesOf(type, correctedForms).polling_unit;
      const formats = formatsOf(organisation.settings);
      // Audits are of the sheets of the official count.
      const notes = source === 'official' ? await notesOf(db, [{ id: electionId, name }], formats) : [];
      if (by === 'constituency') {
        const rows = await liveConstituencies(db, snapshots, { electionId, source, area });
        return await reply.send(constituencyCsv(rows, parties, { form, notes }));
      }
      return await reply.send(exportCsv(db, feedFilter(query, area, parties), parties, { formats, form, notes }));
    },
  );
}
