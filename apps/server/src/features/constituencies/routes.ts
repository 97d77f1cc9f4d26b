import { MAX_WARDS_FILE } from '@ec/contract/constituencies/schemas';
import { GEOGRAPHY_EDITORS as EDITORS } from '@ec/contract/permissions/pages';
import { areasOf, boundedArea } from '../../platform/http/actor.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import type { Router } from '../../platform/http/router.ts';
import { countUnassigned, listConstituencies } from './queries.ts';
import { type CoverAnew, importConstituencies, renameConstituency } from './service.ts';

/** As JSON, where each line end and quotation mark takes two bytes. */
const FILE_BODY = MAX_WARDS_FILE + MAX_WARDS_FILE / 2;

export function constituencyRoutes(router: Router, coverAnew: CoverAnew): void {
  router.read('GET /constituencies', { access: { roles: 'any' } }, async ({ db, actor, query }) => {
    const { type: kind, q } = query;
    const area = areaFromReference(query.area ?? query.state);
    const within = area === undefined ? areasOf(actor) : [boundedArea(actor, area)];
    const [{ rows, total }, { count }] = await Promise.all([
      listConstituencies(db, { within, kind, q }, pageOf(query, 50)),
      countUnassigned(db, kind, within, 0),
    ]);
    return { constituencies: rows, total, unassigned: count };
  });

  router.write(
    'PUT /constituencies/:id',
    { access: EDITORS, audit: ['geography.constituency_renamed'] },
    async (write) => await renameConstituency(write, write.actor, write.params.id, write.body.name),
  );

  router.write(
    'POST /constituencies/import',
    { perMinute: COSTLY.import, access: EDITORS, bodyLimit: FILE_BODY, audit: ['geography.constituencies_imported'] },
    async (write) => await importConstituencies(write, write.actor, write.body, coverAnew),
  );
}
