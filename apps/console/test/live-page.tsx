import { Me } from '@ec/contract/auth/schemas';
import { ElectionList } from '@ec/contract/elections/schemas';
import { codeOf, type LocationId, locationType, NATION } from '@ec/contract/geography/location-id';
import { LocationList } from '@ec/contract/geography/schemas';
import { LiveAreas, LiveFeed, LiveHistory, LiveSummary } from '@ec/contract/live/schemas';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import { AS_OF, election, ID, idOf, item, nameOf, ROWS, summary } from './live.ts';
import { meOf, signedInOnDevice } from './people.ts';
import { renderConsole } from './render.tsx';
import { auditsAnswer } from './review-audits.ts';
import { ok, serve } from './server.ts';

const CHILDREN: Record<string, string[]> = {
  region: ['NW', 'SW'],
  state: ['24', '27'],
  lga: ['24-11'],
  ward: ['24-11-05'],
};

/** The page of live results, with one live presidential election unless said otherwise. */
export function openLive(at = '/live-results', more: Parameters<typeof serve>[0] = {}) {
  signedInOnDevice();
  const areaOf = (query: URLSearchParams) =>
    idOf(query.get('area') ? codeOf(Number(query.get('area')) as LocationId) : 'NG');
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('national_admin', { electionMode: true })),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /elections': () =>
      ok(ElectionList, {
        elections: [{ ...election, id: ID.replace('e1', 'e2'), name: 'Old', status: 'archived' }, election],
        total: 2,
      }),
    'GET /review-audits': () => auditsAnswer([]),
    'GET /live/summary': ({ query }) => ok(LiveSummary, summary(areaOf(query))),
    'GET /live/areas': ({ query }) => ok(LiveAreas, { areas: ROWS[codeOf(areaOf(query))] ?? [], asOf: AS_OF }),
    'GET /live/history': () => ok(LiveHistory, { parties: [], points: [], asOf: AS_OF }),
    'GET /live/feed': () => ok(LiveFeed, { items: [item], total: 1, asOf: AS_OF }),
    'GET /locations': ({ query }) =>
      ok(LocationList, {
        locations: (CHILDREN[query.get('type') ?? ''] ?? []).map((code) => {
          const id = idOf(code);
          return { id, type: locationType(id), name: nameOf(id), code, parentId: NATION, chain: [], units: 10 };
        }),
        total: 1,
      }),
    ...more,
  });
  return { calls, ...renderConsole(at) };
}
