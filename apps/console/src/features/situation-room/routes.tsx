import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  { path: 'situation-room', lazy: async () => ({ Component: (await import('./RoomPage.tsx')).RoomPage }) },
];
