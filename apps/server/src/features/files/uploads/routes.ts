import { OFFICER_ROLES } from '@ec/contract/permissions/roles';
import { MAX_PART_BYTES, PART_TYPE } from '@ec/contract/uploads/schemas';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../../platform/http/context.ts';
import { FILE_REFUSED } from '../../../platform/files/virus-scan.ts';
import { COSTLY } from '../../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../../platform/http/router.ts';
import type { JoinPhoto } from '../service.ts';
import { createProtocol } from './protocol.ts';
import { finishSheet, requireOwnUpload } from './service.ts';

const access = { roles: OFFICER_ROLES } as const;
const reason =
  'bytes on their way are nothing yet: what they become is stored, with its audit entry, when the upload is finished';

/** Parts are read by the handler as they arrive. */
export function acceptParts(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(PART_TYPE, (_request, payload, done) => done(null, payload));
}

export function uploadRoutes(router: Router, platform: Platform, joinPhoto: JoinPhoto): void {
  const speak = createProtocol(platform);

  router.progress('POST /uploads', { access, reason, perMinute: COSTLY.upload }, async ({ request, reply, actor }) =>
    speak(request, reply, actor.userId),
  );

  for (const call of ['HEAD /uploads/:id', 'PATCH /uploads/:id', 'DELETE /uploads/:id'] as const) {
    router.progress(
      call,
      { access, reason, perMinute: COSTLY.part, bodyLimit: MAX_PART_BYTES },
      async ({ request, reply, actor, params, db }) => {
        await requireOwnUpload(db, params.id, actor.userId);
        return await speak(request, reply, actor.userId);
      },
    );
  }

  router.longWrite(
    'POST /uploads/:id/finish',
    {
      access,
      perMinute: COSTLY.finish,
      reason: 'the reading of the picture is done before the transaction',
      audit: ['file.uploaded', FILE_REFUSED, 'result.photo_received'],
    },
    async ({ params, actor, transact }) => finishSheet(platform, params.id, { actor, join: joinPhoto }, transact),
  );
}
