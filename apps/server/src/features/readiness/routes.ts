import { NATIONAL_ROLES } from '@ec/contract/permissions/roles';
import type { Platform } from '../../platform/http/context.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { createReadiness } from './service.ts';

const READERS = { roles: NATIONAL_ROLES, module: 'election_management', level: 'read' } as const;

/** Whether people, register and servers are prepared for an election. */
export function readinessRoutes(router: Router, platform: Platform): void {
  const readiness = createReadiness(platform);
  router.read(
    'GET /elections/:id/readiness',
    { perMinute: COSTLY.verify, access: READERS },
    async (context) => await readiness(context, context.actor, context.params.id),
  );
}
