import { LAW_CONFIRMERS } from '@ec/contract/law/schemas';
import type { Router } from '../../platform/http/router.ts';
import { mayConfirm } from './rules.ts';
import { confirmSection, lawProfiles } from './service.ts';

export function lawRoutes(router: Router): void {
  router.read('GET /law-profiles', { access: { roles: 'any' } }, async (context) => ({
    lawProfiles: await lawProfiles(context),
    can: { confirm: mayConfirm(context.actor) },
  }));

  router.write(
    'PATCH /law-profiles/:law/provisions/:key',
    {
      access: { roles: LAW_CONFIRMERS, module: 'election_management', level: 'write' },
      audit: ['law.section_confirmed'],
    },
    async (context) => await confirmSection(context, context.actor, context.params, context.body),
  );
}
