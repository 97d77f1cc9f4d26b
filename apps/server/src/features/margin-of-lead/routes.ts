import { MAX_PVC_FILE } from '@ec/contract/margin-of-lead/schemas';
import { RESULT_DECIDING } from '@ec/contract/permissions/privileges';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { importPvc } from './pvc-import-service.ts';
import { affectedDetail, affectedList, editUnit, recordUnit, withdrawUnit } from './service.ts';

const READERS = { module: 'disputes' } as const;
const RECORDERS = { module: 'disputes', level: 'write', privilege: RESULT_DECIDING } as const;

export function marginOfLeadRoutes(router: Router): void {
  router.read(
    'GET /margin-of-lead/units',
    { access: READERS },
    async (context) => await affectedList(context, context.actor, context.query),
  );

  router.write(
    'POST /margin-of-lead/units',
    { perMinute: COSTLY.dispute, access: RECORDERS, audit: ['margin.unit_recorded'] },
    async (context) => await recordUnit(context, context.actor, context.body),
  );

  router.write(
    'POST /margin-of-lead/pvc-import',
    {
      perMinute: COSTLY.import,
      access: RECORDERS,
      // As JSON, where each line end and quotation mark takes two bytes.
      bodyLimit: 2 * MAX_PVC_FILE,
      audit: ['margin.unit_edited', 'margin.unit_recorded'],
    },
    async (context) => await importPvc(context, context.actor, context.body),
  );

  router.read(
    'GET /margin-of-lead/units/:id',
    { access: READERS },
    async ({ db, actor, params }) => await affectedDetail(db, actor, params.id),
  );

  router.write(
    'PUT /margin-of-lead/units/:id',
    { access: RECORDERS, audit: ['margin.unit_edited'] },
    async (context) => await editUnit(context, context.actor, context.params.id, context.body),
  );

  router.write(
    'POST /margin-of-lead/units/:id/withdraw',
    { access: RECORDERS, audit: ['margin.unit_withdrawn'] },
    async (context) => await withdrawUnit(context, context.actor, context.params.id, context.body),
  );
}
