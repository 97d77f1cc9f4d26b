import { MAX_PUBLISHED_FILE } from '@ec/contract/collations/published';
import type { AccessNeed } from '@ec/contract/permissions/decide-access';
import { useReceived } from '../../../platform/files/received-files.ts';
import { FILE_REFUSED } from '../../../platform/files/virus-scan.ts';
import { COSTLY } from '../../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../../platform/http/router.ts';
import { startCheck } from './check-service.ts';
import { discardFile, ownImport, ownImports } from './import-service.ts';
import { startStoring } from './store-service.ts';
import { receivePublished } from './upload.ts';

const MEGABYTE = 1024 * 1024;

/** Files of what the portal shows of many units: checked with progress, then stored or discarded. */
export function publishedImportRoutes(router: Router, deciders: AccessNeed, readers: AccessNeed): void {
  router.longWrite(
    'POST /collations/published/import',
    {
      perMinute: COSTLY.import,
      access: deciders,
      bodyLimit: MAX_PUBLISHED_FILE + MEGABYTE,
      audit: ['collation.published_checked', 'collation.published_discarded', FILE_REFUSED],
      reason: 'reads a large file and reports progress; what it finds out is noted at its end',
    },
    async (context) => {
      const { request, platform, origin } = context;
      const file = await receivePublished(request, platform.config.dataDir);
      const onError = (error: unknown) => request.log.error({ err: error }, 'check of published sheets failed');
      return await useReceived(context, 'published sheets', file, (actor) =>
        startCheck({ platform, origin, actor, need: deciders, onError }, file),
      );
    },
  );
  router.longWrite(
    'POST /collations/published/import/:id/store',
    {
      access: deciders,
      audit: ['collation.published_imported'],
      reason: 'stores a large file and reports progress; the import opens one transaction of its own',
    },
    async ({ request, platform, origin, actor, params }) => {
      const onError = (error: unknown) => request.log.error({ err: error }, 'import of published sheets failed');
      return await startStoring({ platform, origin, actor, need: deciders, onError }, params.id);
    },
  );
  router.write(
    'DELETE /collations/published/import/:id',
    { access: deciders, audit: ['collation.published_discarded'] },
    async (write) => await discardFile(write, write.actor, write.params.id),
  );
  router.read('GET /collations/published/imports', { access: readers }, async ({ db, actor, now }) => ({
    imports: await ownImports(db, actor, now),
  }));
  router.read(
    'GET /collations/published/import/:id',
    { access: readers },
    async ({ db, actor, now, params }) => await ownImport(db, actor, params.id, now),
  );
}
