import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { type Actor, boundedArea } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference } from '../../platform/http/requests.ts';
import { formatsOf } from '../../platform/runtime/format.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { findElectionRow } from '../elections/queries.ts';
import { compareSources } from './compare-service.ts';
import { liveConstituencies } from './constituency-service.ts';
import { exportCsv, feedFilter, liveFeed } from './feed-service.ts';
import { liveAreas, liveSummary } from './service.ts';
import type { Snapshots } from './snapshot.ts';

const VIEWERS = { module: 'live_results', electionMode: true } as const;

async function requireElection(db: Db, id: ElectionId, area: LocationId) {
  const election = await findElectionRow(db, id, [area]);
  if (!election) throw new AppError('ELECTION_NOT_FOUND');
  return election;
}

const areaOfQuery = (actor: Actor, query: { area?: string | undefined }) =>
  boundedArea(actor, areaFromReference(query.area));

export function liveRoutes(router: Router, snapshots: Snapshots): void {
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

  router.read('GET /live/feed', { access: VIEWERS }, async ({ db, actor, query, now }) => {
    const area = areaOfQuery(actor, query);
    const { parties } = await requireElection(db, query.electionId, area);
    const filter = feedFilter(query, area, parties);
    const items = filter ? await liveFeed(db, filter, query.limit, parties) : [];
    return { items, total: items.length, asOf: now.toISOString() };
  });

  router.read('GET /live/compare', { access: VIEWERS }, async ({ db, actor, query, organisation }) => {
    const area = areaOfQuery(actor, query);
    const { parties } = await requireElection(db, query.electionId, area);
    const threshold = organisation.settings.notifications.alertThresholds.resultDiscrepancy;
    return await compareSources(db, snapshots, { electionId: query.electionId, area, parties, threshold });
  });

  router.read(
    'GET /live/export.csv',
    { perMinute: COSTLY.export, access: VIEWERS },
    async ({ db, actor, query, reply, organisation }) => {
      const area = areaOfQuery(actor, query);
      const { parties, name } = await requireElection(db, query.electionId, area);
      const filter = feedFilter(query, area, parties) ?? {
        electionId: query.electionId,
        source: query.source,
        areas: [area],
        leading: '',
      };
      const file = `${name} ${query.source}`.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase();
      reply.header('content-disposition', `attachment; filename="${file}.csv"`).type('text/csv; charset=utf-8');
      return await reply.send(exportCsv(db, filter, parties, formatsOf(organisation.settings)));
    },
  );
}
