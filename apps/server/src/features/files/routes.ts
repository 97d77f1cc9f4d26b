import { finished, type Readable } from 'node:stream';
import type { FileId } from '@ec/contract/base/common';
import { SheetForm } from '@ec/contract/files/endpoints';
import { MAX_LOGO_BYTES, MAX_SHEET_BYTES } from '@ec/contract/files/schemas';
import { ELECTION_EDITORS } from '@ec/contract/elections/schemas';
import type { AccessNeed } from '@ec/contract/permissions/decide-access';
import type { LocationId } from '@ec/contract/geography/location-id';
import { RESULT_DECIDING, USER_REQUESTING } from '@ec/contract/permissions/privileges';
import { ADMIN_ROLES, isOneOf, COLLATION_ROLES, OFFICER_ROLES, SHEET_ROLES } from '@ec/contract/permissions/roles';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform, ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { bufferOf, readForm } from '../../platform/http/input/form.ts';
import { addressOf } from '../../platform/http/input/request-checks.ts';
import { FILE_REFUSED } from '../../platform/files/virus-scan.ts';
import { withoutMetadata } from '../../platform/files/without-metadata.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import { steadily } from '../../platform/http/limits/steady-send.ts';
import type { Router } from '../../platform/http/router.ts';
import { type FileRow, findVisibleFile } from './queries.ts';
import { readSheet } from './read-service.ts';
import { type JoinPhoto, storeLogo, storeSheet } from './service.ts';

const MEGABYTE = 1024 * 1024;
const KEPT = 'private, max-age=86400, immutable';

/** The one file of a multipart request, whole in memory: cut off and refused above the limit. */
async function receiveFile(
  { request, actor }: { request: FastifyRequest; actor: Actor },
  maxBytes: number,
): Promise<{ content: Buffer; announced: string | undefined }> {
  const { file: content, fields } = await readForm(request, { form: SheetForm, maxBytes }, (file) =>
    bufferOf(file, maxBytes, actor.userId),
  );
  if (content.length === 0) throw new AppError('FILE_MISSING');
  return { content, announced: fields.sha256 };
}

/** Where the person sees others' sheets, and where the pictures of disputes. Officers see what they uploaded. */
function readableAreas({ role, areas, levels }: Actor): {
  sheets: readonly LocationId[];
  disputes: readonly LocationId[];
} {
  if (isOneOf(OFFICER_ROLES, role)) return { sheets: [], disputes: [] };
  const disputes = levels.disputes === 'none' ? [] : areas;
  return { sheets: role === 'moderator' ? disputes : areas, disputes };
}

/** The picture of a group chat or an approval request, or the logo of a party, as far as the person may see it; the feature that has it knows who may. */
type FindPicture = (db: Db, actor: Actor, id: FileId) => Promise<FileRow | undefined>;

type Shown = FileRow & { purpose: 'sheet' | 'held' | 'picture' | 'logo'; own: boolean };

/**
 * Who needs where and when a photo was taken: its sender, and the administrators who decide by it. Others get the same pixels without it:
 * moderators, transcribers, and the readers of a chat or an approval request.
 */
function seesMetadata({ role }: Actor, file: Shown): boolean {
  return file.own || (file.purpose === 'sheet' && isOneOf(ADMIN_ROLES, role));
}

interface Owners {
  findPicture: FindPicture;
  findAnswerPicture: FindPicture;
  findLogo: FindPicture;
  /** The photo of a sheet that a transcriber holds. */
  findHeldPhoto: FindPicture;
}

/** The file as far as the person may see it: sheets and pictures of disputes by their area, those of chats by membership, those of approval requests by who sees the request, logos by election, sheets that are entered again by who holds them. */
async function findFile(db: Db, actor: Actor, id: FileId, owners: Owners): Promise<Shown | undefined> {
  const [sheet, picture, answerPicture, logo, held] = await Promise.all([
    findVisibleFile(db, id, actor.userId, readableAreas(actor)),
    owners.findPicture(db, actor, id),
    owners.findAnswerPicture(db, actor, id),
    owners.findLogo(db, actor, id),
    actor.transcriber ? owners.findHeldPhoto(db, actor, id) : undefined,
  ]);
  if (sheet) return { ...sheet, purpose: 'sheet' };
  if (held) return { ...held, purpose: 'held', own: false };
  if (logo) return { ...logo, purpose: 'logo', own: false };
  const shown = picture ?? answerPicture;
  return shown && { ...shown, purpose: 'picture', own: false };
}

/** Counted for the person, and one of few at once: it is whole in memory until it is sent, however slowly it is read. */
async function readOriginal(context: ReadContext, actor: Actor, file: Shown): Promise<Readable> {
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
    const stored = await readSheet(context, actor, file, 'original');
    const content = seesMetadata(actor, file) ? stored : withoutMetadata(stored);
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
  { joinPhoto, ...owners }: Owners & { joinPhoto: JoinPhoto },
): void {
  const reason =
    'the upload and the reading of the picture are done before the transaction, so that none waits for a slow phone';

  function uploadRoute(
    call:
      | 'POST /files'
      | 'POST /disputes/files'
      | 'POST /approvals/files'
      | 'POST /chat/files'
      | 'POST /collations/files',
    access: AccessNeed,
    purpose: 'sheet' | 'chat' | 'collation' | 'approval',
    join?: JoinPhoto,
  ): void {
    router.longWrite(
      call,
      {
        access,
        perMinute: COSTLY.upload,
        reason,
        audit: join ? ['file.uploaded', FILE_REFUSED, 'result.photo_received'] : ['file.uploaded', FILE_REFUSED],
        bodyLimit: MAX_SHEET_BYTES + MEGABYTE,
      },
      async ({ request, actor, present, transact }) => {
        const { content, announced } = await receiveFile({ request, actor }, MAX_SHEET_BYTES);
        return await storeSheet(platform, content, { actor: await present(), purpose, announced, join }, transact);
      },
    );
  }

  uploadRoute('POST /files', { roles: OFFICER_ROLES }, 'sheet', joinPhoto);
  uploadRoute('POST /disputes/files', { module: 'disputes', level: 'write', privilege: RESULT_DECIDING }, 'sheet');
  uploadRoute(
    'POST /approvals/files',
    { roles: ADMIN_ROLES, module: 'user_management', level: 'write', privilege: USER_REQUESTING },
    'approval',
  );
  uploadRoute('POST /chat/files', { module: 'group_chat', level: 'write', privilege: 'canManageChats' }, 'chat');
  uploadRoute('POST /collations/files', { roles: COLLATION_ROLES, privilege: RESULT_DECIDING }, 'collation');

  router.longWrite(
    'POST /elections/logos',
    {
      access: {
        roles: ELECTION_EDITORS,
        module: 'election_management',
        level: 'write',
        privilege: 'canManageElections',
      },
      perMinute: COSTLY.upload,
      reason,
      audit: ['file.uploaded', FILE_REFUSED],
      bodyLimit: MAX_LOGO_BYTES + MEGABYTE,
    },
    async ({ request, actor, present, transact }) => {
      const { content, announced } = await receiveFile({ request, actor }, MAX_LOGO_BYTES);
      return await storeLogo(platform, content, { actor: await present(), announced }, transact);
    },
  );

  router.read('GET /files/:id', { access: { roles: SHEET_ROLES } }, async (context) => {
    const { db, actor, params, query, reply } = context;
    const file = await findFile(db, actor, params.id, owners);
    if (!file) throw new AppError('NOT_FOUND');
    if (file.purpose === 'logo') {
      const logo = await readSheet(context, actor, file, 'original');
      reply.type('image/png').header('cache-control', KEPT);
      return await reply.send(logo);
    }
    // Before the headers: a refusal must not be kept for a day as the file would be.
    const original = query.variant === 'original';
    const content = original
      ? await readOriginal(context, actor, file)
      : await readSheet(context, actor, file, query.variant);
    if (original)
      reply.header(
        'content-disposition',
        `attachment; filename="${file.purpose === 'picture' ? 'picture' : 'sheet'}-${file.id}.${file.type === 'image/png' ? 'png' : 'jpg'}"`,
      );
    // One address has the original with its place for administrators and without it for others: no browser keeps either.
    reply.type(original ? file.type : 'image/jpeg').header('cache-control', original ? 'private, no-store' : KEPT);
    return await reply.send(content);
  });
}
