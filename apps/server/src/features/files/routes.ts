import { FileId } from '@ec/contract/common';
import { FileVariant, MAX_SHEET_BYTES, StoredFile } from '@ec/contract/files';
import type { AccessNeed } from '@ec/contract/access';
import type { LocationId } from '@ec/contract/location-id';
import { ADMIN_ROLES, OFFICER_ROLES, type Role } from '@ec/contract/roles';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import type { Platform } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { FILE_REFUSED, requireHarmless } from '../../platform/harmless.ts';
import { COSTLY } from '../../platform/rate-limits.ts';
import type { Router } from '../../platform/router.ts';
import { findChatPicture } from '../chat/queries.ts';
import { seesPicture } from '../chat/rules.ts';
import { keyOf } from './keys.ts';
import { type FileRow, findVisibleFile } from './queries.ts';
import { storeSheet } from './service.ts';

const MEGABYTE = 1024 * 1024;

/** The one file of a multipart request, whole in memory: at most 10 MB, cut off and refused above. */
async function receiveFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new AppError('FILE_MISSING');
  const part = await request.file({ limits: { fileSize: MAX_SHEET_BYTES, files: 1 } });
  if (!part) throw new AppError('FILE_MISSING');
  const content = await part.toBuffer().catch((error: { code?: string }) => {
    if (error.code === 'FST_REQ_FILE_TOO_LARGE')
      throw new AppError('FILE_TOO_LARGE', { megabytes: MAX_SHEET_BYTES / MEGABYTE });
    throw new AppError('FILE_DAMAGED');
  });
  if (content.length === 0) throw new AppError('FILE_MISSING');
  return content;
}

/** Where the person sees others' sheets, and where the pictures of disputes. Officers see what they uploaded. */
function readableAreas({ role, areas, levels }: Actor): {
  sheets: readonly LocationId[];
  disputes: readonly LocationId[];
} {
  if ((OFFICER_ROLES as readonly Role[]).includes(role)) return { sheets: [], disputes: [] };
  const disputes = levels.disputes === 'none' ? [] : areas;
  return { sheets: role === 'moderator' ? disputes : areas, disputes };
}

type Shown = FileRow & { purpose: 'sheet' | 'chat' };

/** The file as far as the person may see it: sheets and pictures of disputes by their area, those of chats by membership. */
async function findFile(db: Db, actor: Actor, id: FileId): Promise<Shown | undefined> {
  const [sheet, picture] = await Promise.all([
    findVisibleFile(db, id, actor.userId, readableAreas(actor)),
    findChatPicture(db, id),
  ]);
  if (sheet) return { ...sheet, purpose: 'sheet' };
  return picture && seesPicture(actor, picture) ? { ...picture, purpose: 'chat' } : undefined;
}

export function fileRoutes(router: Router, platform: Platform): void {
  const store = platform.files;

  function uploadRoute(path: string, summary: string, access: AccessNeed, purpose: 'sheet' | 'chat'): void {
    router.longWrite(
      {
        method: 'POST',
        path,
        summary,
        access,
        perMinute: COSTLY.upload,
        reason:
          'the upload and the reading of the picture are done before the transaction, so that none waits for a slow phone',
        audit: ['file.uploaded', FILE_REFUSED],
        answer: StoredFile,
        status: 201,
        bodyLimit: MAX_SHEET_BYTES + MEGABYTE,
      },
      async ({ request, actor, transact }) => {
        const content = await receiveFile(request);
        await requireHarmless(platform, actor, { what: 'picture', content }, transact);
        return await storeSheet(store, content, { actor, purpose }, transact);
      },
    );
  }

  const what = '(multipart, PNG or JPG, at most 10 MB)';
  uploadRoute('/files', `Upload the photo of a sheet ${what}`, { roles: OFFICER_ROLES }, 'sheet');
  uploadRoute(
    '/disputes/files',
    `Upload a picture for a dispute ${what}`,
    { module: 'disputes', level: 'write' },
    'sheet',
  );
  uploadRoute(
    '/chat/files',
    `Upload a picture for a group chat ${what}`,
    { module: 'group_chat', level: 'write' },
    'chat',
  );

  router.read(
    {
      method: 'GET',
      path: '/files/:id',
      summary:
        'A sheet, or a picture of a dispute or a group chat: view (default), thumbnail, or the original byte for byte',
      fresh: true,
      access: { roles: [...ADMIN_ROLES, ...OFFICER_ROLES, 'moderator'] },
      params: z.object({ id: FileId }),
      query: z.object({ variant: z._default(FileVariant, 'view') }),
    },
    async ({ db, actor, params, query, reply }) => {
      const file = await findFile(db, actor, params.id);
      if (!file) throw new AppError('NOT_FOUND');
      // Before the headers: a refusal must not be kept for a day as the file would be.
      const content = await store.get(keyOf(file.sha256, query.variant));
      const original = query.variant === 'original';
      if (original)
        reply.header(
          'content-disposition',
          `attachment; filename="${file.purpose === 'chat' ? 'picture' : 'sheet'}-${file.id}.${file.type === 'image/png' ? 'png' : 'jpg'}"`,
        );
      reply.type(original ? file.type : 'image/jpeg').header('cache-control', 'private, max-age=86400, immutable');
      return await reply.send(content);
    },
  );
}
