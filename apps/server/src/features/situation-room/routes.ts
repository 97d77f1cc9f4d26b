import { areasOf } from '../../platform/http/actor.ts';
import { COSTLY } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { ROOM_VIEWERS } from '../../platform/identity/walls.ts';
import type { SituationRooms } from './rooms.ts';
import { silentCsv, silentUnits } from './silent-service.ts';

const VIEWERS = { ...ROOM_VIEWERS, electionMode: true } as const;

export function situationRoomRoutes(router: Router, rooms: SituationRooms): void {
  router.read(
    'GET /situation-room',
    { access: VIEWERS },
    async ({ actor, query, organisation }) =>
      (await rooms.get({ areas: areasOf(actor), settings: organisation.settings }, query.electionId)).full,
  );

  router.read(
    'GET /situation-room/silent',
    { access: VIEWERS },
    async (context) => await silentUnits(context, context.query),
  );

  router.longWrite(
    'GET /situation-room/silent.csv',
    {
      perMinute: COSTLY.export,
      access: VIEWERS,
      audit: ['live.silent_units_exported'],
      reason: 'notes who exports names and phone numbers in a transaction of its own, and sends them after it',
    },
    async (context) => {
      const silent = await silentUnits(context, context.query);
      const { area, total } = silent;
      await context.transact(async (write) => {
        const next = { units: total };
        const resourceId = context.query.electionId;
        await write.audit({ event: 'live.silent_units_exported', resourceId, areaId: area.id, next });
      });
      const headers = { 'content-disposition': `attachment; filename="silent-units-${area.code}.csv"` };
      return await context.reply.headers(headers).type('text/csv; charset=utf-8').send(silentCsv(silent));
    },
  );
}
