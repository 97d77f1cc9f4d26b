import type { RouteObject } from 'react-router';
import { beginRoom } from './api.ts';

export const routes: RouteObject[] = [
  {
    path: 'situation-room',
    // Asked for beside the code that shows it; nothing waits for the answer here.
    loader: ({ request }) => {
      beginRoom(new URL(request.url).searchParams.get('election') ?? '');
      return null;
    },
    shouldRevalidate: () => false,
    lazy: async () => ({ Component: (await import('./RoomPage.tsx')).RoomPage }),
  },
];
