import type { RouteObject } from 'react-router';

/** The wall screen stands outside the shell: nobody is signed in there, and no part of the shell may call the server. */
export const wallRoute: RouteObject = {
  path: 'wall',
  lazy: async () => {
    const [{ WallPage }] = await Promise.all([
      import('../features/situation-room/wall/WallPage.tsx'),
      import('./kit-styles.ts'),
    ]);
    return { Component: WallPage };
  },
};
