import { RESULT_DECIDING } from '@ec/contract/permissions/privileges';
import { ADMIN_ROLES } from '@ec/contract/permissions/roles';
import type { Platform } from '../../platform/http/context.ts';
import type { Router } from '../../platform/http/router.ts';
import { type ArbiterHooks, decideEntry, entryDetail, entryList } from './arbiter-service.ts';
import { makeDeskVersion } from './desk-service.ts';
import { createFill } from './fill-service.ts';
import { assignTranscriber, transcriberList } from './transcriber-service.ts';
import { countForReader } from './waiting-queries.ts';
import { claimSheet, enterSheet, releaseSheet, reportUnreadable, workDesk } from './work-service.ts';

const TRANSCRIBERS = { roles: 'any', transcriber: true } as const;
const READERS = { roles: ADMIN_ROLES, module: 'disputes' } as const;
const ARBITERS = { ...READERS, level: 'write', privilege: RESULT_DECIDING } as const;
const LEADS = { roles: ADMIN_ROLES, module: 'user_management' } as const;

export function secondEntryRoutes(router: Router, platform: Platform, disputes: ArbiterHooks): void {
  const fill = createFill(platform);

  router.read('GET /second-entries/work', { access: TRANSCRIBERS }, async (context) => {
    await fill();
    return await workDesk(context, context.actor);
  });

  router.write(
    'POST /second-entries/claim',
    { access: TRANSCRIBERS, audit: ['second_entry.claimed', 'second_entry.released'] },
    async (context) => await claimSheet(context, context.actor),
  );

  router.write(
    'POST /second-entries/:id/release',
    { access: TRANSCRIBERS, audit: ['second_entry.released'] },
    async (context) => {
      await releaseSheet(context, context.actor, context.params.id);
      return {};
    },
  );

  router.write(
    'POST /second-entries/:id/enter',
    { access: TRANSCRIBERS, audit: ['second_entry.entered'] },
    async (context) => {
      await enterSheet(context, context.actor, context.params.id, context.body);
      return {};
    },
  );

  router.write(
    'POST /second-entries/:id/unreadable',
    { access: TRANSCRIBERS, audit: ['second_entry.unreadable'] },
    async (context) => {
      await reportUnreadable(context, context.actor, context.params.id, context.body);
      return {};
    },
  );

  router.read(
    'GET /second-entries',
    { access: READERS },
    async ({ db, actor, query }) => await entryList(db, actor, query),
  );

  router.read(
    'GET /second-entries/transcribers',
    { access: LEADS },
    async (context) => await transcriberList(context, context.actor, context.query),
  );

  router.write(
    'PUT /second-entries/transcribers/:id',
    {
      access: { ...LEADS, level: 'write', privilege: 'canEditUsers' },
      audit: ['transcriber.assigned', 'transcriber.ended', 'second_entry.released'],
    },
    async (context) => await assignTranscriber(context, context.actor, context.params.id, context.body),
  );

  router.read('GET /second-entries/waiting', { access: READERS }, async ({ db, actor }) => ({
    waiting: await countForReader(db, actor),
  }));

  router.read(
    'GET /second-entries/:id',
    { access: READERS },
    async ({ db, actor, params }) => await entryDetail(db, actor, params.id),
  );

  router.write(
    'POST /second-entries/:id/decide',
    { access: ARBITERS, audit: ['second_entry.decided', 'result.returned', 'result.disputed'] },
    async (context) => {
      const { actor, params, body } = context;
      return await decideEntry({ ...context, disputes }, actor, params.id, body);
    },
  );

  router.write(
    'POST /second-entries/:id/desk-version',
    { access: ARBITERS, audit: ['result.entered_at_desk'] },
    async (context) => await makeDeskVersion(context, context.actor, context.params.id, context.body),
  );
}
