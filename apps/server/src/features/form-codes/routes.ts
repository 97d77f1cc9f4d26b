import { FORM_CODE_EDITORS } from '@ec/contract/form-codes/schemas';
import type { Router } from '../../platform/http/router.ts';
import { changeFormCodes, formCodes } from './service.ts';

/** The codes printed on forms, for all who read a form. */
export function formCodeRoutes(router: Router): void {
  router.read(
    'GET /form-codes',
    { access: { roles: 'any' } },
    async (context) => await formCodes(context.db, context.actor),
  );

  router.write(
    'PATCH /form-codes',
    {
      access: { roles: FORM_CODE_EDITORS, module: 'election_management', level: 'write' },
      audit: ['form_codes.changed'],
    },
    async (context) => await changeFormCodes(context, context.actor, context.body),
  );
}
