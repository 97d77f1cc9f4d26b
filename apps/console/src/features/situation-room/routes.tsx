import type { PageRoute } from '../../lib/http/prefetch.ts';
import { roomQuery } from './api.ts';

export const routes: PageRoute[] = [
  {
    path: 'situation-room',
    prefetch: ({ client, url }) => client.prefetchQuery(roomQuery(url.searchParams.get('election') ?? '')),
    lazy: async () => ({ Component: (await import('./RoomPage.tsx')).RoomPage }),
  },
];
