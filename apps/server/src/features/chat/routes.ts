import { IdempotencyKey } from '@ec/contract/results/schemas';
import { AppError } from '../../platform/http/errors.ts';
import { COSTLY, WRITES } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { requireChannel } from './channels.ts';
import { removeMessage, withdrawMessage } from './end-service.ts';
import { membersOf } from './member-service.ts';
import { sendMessage } from './send-service.ts';
import { channelList, messagePage, muteChannel, readChannel, searchChats } from './service.ts';

const READERS = { module: 'group_chat' } as const;
const WRITERS = { module: 'group_chat', level: 'write', privilege: 'canManageChats' } as const;

export function chatRoutes(router: Router): void {
  channelRoutes(router);
  messageRoutes(router);
  endRoutes(router);
}

function channelRoutes(router: Router): void {
  router.read('GET /chat/channels', { access: READERS }, async (context) => await channelList(context, context.actor));

  router.mark(
    'POST /chat/channels/:id/read',
    {
      access: READERS,
      reason: 'how far a user has read is their own bookkeeping and would fill the log',
    },
    async (context) => await readChannel(context, context.actor, context.params.id, context.body.upTo),
  );

  router.write(
    'PUT /chat/channels/:id/mute',
    { perMinute: WRITES.own, access: READERS, audit: ['chat.muted'] },
    async (write) => {
      await muteChannel(write, write.actor, write.params.id, write.body.muted);
      return write.body;
    },
  );

  router.read('GET /chat/channels/:id/members', { access: READERS }, async (context) => {
    const { id } = await requireChannel(context.db, context.actor, context.params.id);
    return await membersOf(context, context.actor, id, context.query.q ?? '');
  });
}

function messageRoutes(router: Router): void {
  router.read(
    'GET /chat/channels/:id/messages',
    { access: READERS },
    async (context) => await messagePage(context, context.actor, context.params.id, context.query),
  );

  router.write('POST /chat/channels/:id/messages', { access: WRITERS, audit: ['chat.sent'] }, async (write) => {
    const key = IdempotencyKey.safeParse(write.request.headers['idempotency-key']);
    if (!key.success) throw new AppError('MESSAGE_KEY_REQUIRED');
    const { message, repeated } = await sendMessage(write, write.actor, write.params.id, write.body, key.data);
    write.reply.code(repeated ? 200 : 201);
    return message;
  });

  router.read(
    'GET /chat/search',
    { perMinute: COSTLY.search, access: READERS },
    async (context) => await searchChats(context, context.actor, context.query),
  );
}

function endRoutes(router: Router): void {
  router.write(
    'POST /chat/messages/:id/withdraw',
    { access: WRITERS, audit: ['chat.withdrawn'] },
    async (write) => await withdrawMessage(write, write.actor, write.params.id),
  );

  router.write(
    'POST /chat/messages/:id/remove',
    { access: WRITERS, audit: ['chat.removed'] },
    async (write) => await removeMessage(write, write.actor, write.params.id, write.body.reason),
  );
}
