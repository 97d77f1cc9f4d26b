import type { AccessNeed } from '@ec/contract/permissions/decide-access';
import { MAX_EARLIER_FILE } from '@ec/contract/unusual/earlier';
import { useReceived } from '../../../platform/files/received-files.ts';
import { FILE_REFUSED } from '../../../platform/files/virus-scan.ts';
import { COSTLY } from '../../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../../platform/http/router.ts';
import { startCheck } from './check-service.ts';
import { earlierElection, earlierList, removeEarlier, storeEarlier } from './earlier-service.ts';
import { receiveResults } from './upload.ts';

const MEGABYTE = 1024 * 1024;

/** Results of earlier elections: checked with progress, then stored or discarded. */
export function earlierRoutes(router: Router, readers: AccessNeed, editors: AccessNeed): void {
  router.read(
    'GET /unusual/earlier',
    { access: readers },
    async ({ db, actor, now }) => await earlierList(db, actor, now),
  );

  router.longWrite(
    'POST /unusual/earlier',
    {
      perMinute: COSTLY.import,
      access: editors,
      bodyLimit: MAX_EARLIER_FILE + MEGABYTE,
      audit: ['unusual.earlier_checked', 'unusual.earlier_discarded', FILE_REFUSED],
      reason: 'reads a large file and reports progress; what it finds out is noted at its end',
    },
    async (context) => {
      const { request, platform, origin } = context;
      const file = await receiveResults(request, platform.config.dataDir);
      const onError = (error: unknown) => request.log.error({ err: error }, 'check of earlier results failed');
      return await useReceived(context, 'earlier results', file, (actor) =>
        startCheck({ platform, origin, actor, onError }, file),
      );
    },
  );

  router.read(
    'GET /unusual/earlier/:id',
    { access: readers },
    async ({ db, actor, params, now }) => await earlierElection(db, actor, params.id, now),
  );

  router.write(
    'POST /unusual/earlier/:id/store',
    { access: editors, audit: ['unusual.earlier_imported'] },
    async (context) => await storeEarlier(context, context.actor, context.params.id),
  );

  router.write(
    'DELETE /unusual/earlier/:id',
    { access: editors, audit: ['unusual.earlier_discarded', 'unusual.earlier_removed'] },
    async (context) => await removeEarlier(context, context.actor, context.params.id),
  );
}
