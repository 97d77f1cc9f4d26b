import { FileId } from '@ec/contract/base/common';
import { MAX_PICTURE_BYTES } from '@ec/contract/pictures/schemas';
import type { Platform } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { FILE_REFUSED } from '../../platform/files/virus-scan.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { hasPicture } from './queries.ts';
import { isAskedForPicture } from './rules.ts';
import { changePicture, readPictureFile, receivePicture } from './service.ts';

const MEGABYTE = 1024 * 1024;
/** One's own picture; the service asks for more where it is the picture of another. */
const own = { roles: 'any', own: true } as const;

/** Every spelling leads to the one JPEG: screens try them in turn where a picture does not show. */
function pictureIdOf(name: string): FileId {
  const parsed = FileId.safeParse(/^([\da-f-]{36})\.(?:jpe?g|png)$/i.exec(name)?.[1]?.toLowerCase());
  if (!parsed.success) throw new AppError('NOT_FOUND');
  return parsed.data;
}

/** Profile pictures: put in place, shown, and requested. */
export function pictureRoutes(router: Router, platform: Platform): void {
  router.longWrite(
    'POST /users/upload-profile-picture',
    {
      perMinute: COSTLY.upload,
      access: own,
      reason:
        'the upload and the reading of the picture are done before the transaction, so that none waits for a slow phone',
      audit: ['user.picture_changed', FILE_REFUSED],
      bodyLimit: MAX_PICTURE_BYTES + MEGABYTE,
    },
    async ({ db, request, actor, present, transact }) => {
      const received = await receivePicture(request, actor.userId);
      return await changePicture(db, platform, await present(), received, transact);
    },
  );

  router.read('GET /users/profile-picture-status', { access: own }, async ({ db, actor, organisation }) => ({
    requiresProfilePicture:
      isAskedForPicture(actor.role, organisation.electionMode) && !(await hasPicture(db, actor.userId)),
  }));

  router.read('GET /profile-pictures/:name', { access: own }, async (context) => {
    const { actor, params, query, reply } = context;
    const content = await readPictureFile(context, actor, pictureIdOf(params.name), query.variant);
    reply.type('image/jpeg').header('cache-control', 'private, max-age=86400, immutable');
    return await reply.send(content);
  });
}
