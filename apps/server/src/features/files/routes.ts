import { finished, type Readable } from 'node:stream';
import type { FileId } from '@ec/contract/base/common';
import { SheetForm } from '@ec/contract/files/endpoints';
import { MAX_SHEET_BYTES } from '@ec/contract/files/schemas';
import type { AccessNeed } from '@ec/contract/permissions/decide-access';
import type { LocationId } from '@ec/contract/geography/location-id';
import { RESULT_DECIDING } from '@ec/contract/permissions/privileges';
import { ADMIN_ROLES, COLLATION_ROLES, OFFICER_ROLES, type Role } from '@ec/contract/permissions/roles';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform, ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { bufferOf, readForm } from '../../platform/http/input/form.ts';
import { addressOf } from '../../platform/http/input/request-address.ts';
import { FILE_REFUSED } from '../../platform/files/virus-scan.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import { steadily } from '../../platform/http/limits/steady-send.ts';
import type { Router } from '../../platform/http/router.ts';
import { type FileRow, findVisibleFile } from './queries.ts';
import { readSheet } from './read-service.ts';
import { type JoinPhoto, storeSheet } from './service.ts';

const MEGABYTE = 1024 * 1024;

/** The one file of a multipart request, whole in memory: at most 10 MB, cut off and refused above. */
async function receiveFile(request: FastifyRequest): Promise<{ content: Buffer; announced: string | undefined }> {
  const { file: content, fields } = await readForm(request, { form: SheetForm, maxBytes: MAX_SHEET_BYTES }, (file) =>
    bufferOf(file, MAX_SHEET_BYTES),
  );
  if (content.length === 0) throw new AppError('FILE_MISSING');
  return { content, announced: fields.sha256 };
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

/** The picture of a group chat, as far as the person may see it; chats know who may. */
type FindPicture = (db: Db, actor: Actor, id: FileId) => Promise<FileRow | undefined>;

type Shown = FileRow & { purpose: 'sheet' | 'chat' };

/** The file as far as the person may see it: sheets and pictures of disputes by their area, those of chats by membership. */
async function findFile(db: Db, actor: Actor, id: FileId, findPicture: FindPicture): Promise<Shown | undefined> {
  const [sheet, picture] = await Promise.all([
    findVisibleFile(db, id, actor.userId, readableAreas(actor)),
    findPicture(db, actor, id),
  ]);
  if (sheet) return { ...sheet, purpose: 'sheet' };
  return picture && { ...picture, purpose: 'chat' };
}

/** Counted for the person, and one of few at once: it is whole in memory until it is sent, however slowly it is read. */
async function readOriginal(context: ReadContext, actor: Actor, file: FileRow): Promise<Readable> {
  const { platform, request, reply, now } = context;
  const call = {
    name: 'originals',
    userId: actor.userId,
    address: addressOf(request),
    perMinute: COSTLY.original,
    now,
  };
  await platform.rateLimits.count(call);
  const over = new AbortController();
  finished(reply.raw, () => over.abort());
  const giveBack = await platform.originals.take(actor.userId, over.signal);
  try {
    const content = await readSheet(context, actor, file, 'original');
    if (over.signal.aborted) throw new AppError('UNAVAILABLE');
    over.signal.addEventListener('abort', giveBack, { once: true });
    reply.header('content-length', content.length);
    return steadily(content, over.signal, () => reply.raw.destroy());
  } catch (error) {
    giveBack();
    throw error;
  }
}

export function fileRoutes(
  router: Router,
  platform: Platform,
  { findPicture, joinPhoto }: { findPicture: FindPicture; joinPhoto: JoinPhoto },
): void {
  function uploadRoute(
    call: 'POST /files' | 'POST /disputes/files' | 'POST /chat/files' | 'POST /collations/files',
    access: AccessNeed,
    purpose: 'sheet' | 'chat' | 'collation',
    join?: JoinPhoto,
  ): void {
    router.longWrite(
      call,
      {
        access,
        perMinute: COSTLY.upload,
        reason:
          'the upload and the reading of the picture are done before the transaction, so that none waits for a slow phone',
        audit: join ? ['file.uploaded', FILE_REFUSED, 'result.photo_received'] : ['file.uploaded', FILE_REFUSED],
        bodyLimit: MAX_SHEET_BYTES + MEGABYTE,
      },
      async ({ request, present, transact }) => {
        const { content, announced } = await receiveFile(request);
        return await storeSheet(platform, content, { actor: await present(), purpose, announced, join }, transact);
      },
    );
  }

  uploadRoute('POST /files', { roles: OFFICER_ROLES }, 'sheet', joinPhoto);
  uploadRoute('POST /disputes/files', { module: 'disputes', level: 'write', privilege: RESULT_DECIDING }, 'sheet');
  uploadRoute('POST /chat/files', { module: 'group_chat', level: 'write', privilege: 'canManageChats' }, 'chat');
  uploadRoute('POST /collations/files', { roles: COLLATION_ROLES, privilege: RESULT_DECIDING }, 'collation');

  router.read(
    'GET /files/:id',
    { fresh: true, access: { roles: [...ADMIN_ROLES, ...OFFICER_ROLES, 'moderator'] } },
    async (context) => {
      const { db, actor, params, query, reply } = context;
      const file = await findFile(db, actor, params.id, findPicture);
      if (!file) throw new AppError('NOT_FOUND');
      // Before the headers: a refusal must not be kept for a day as the file would be.
      const original = query.variant === 'original';
      const content = original
        ? await readOriginal(context, actor, file)
        : await readSheet(context, actor, file, query.variant);
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
