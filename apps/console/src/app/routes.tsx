import { OFFICER_ROLES } from '@ec/contract/permissions/roles';
import { Button } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, use } from 'react';
import { Navigate, type RouteObject, useLocation, useNavigate, useRouteError } from 'react-router';
import { PageActions } from '../components/page/page-contexts.ts';
import { routes as authRoutes } from '../features/auth/routes.tsx';
import { nextTask } from '../lib/device/when-idle.ts';
import { FormatsContext } from '../lib/format/formats-context.ts';
import { type PageRoute, withPrefetch } from '../lib/http/prefetch.ts';
import { meQuery, useCurrentMe } from '../lib/session/session.ts';
import styles from './StartUp.module.css';
import { StartUp } from './StartUp.tsx';

/**
 * Every feature's routes.tsx: it exports `routes`, light objects that load their page by `lazy`. Paths are those of the contract's
 * route table; a feature serves each of them.
 */
const features = import.meta.glob<PageRoute[]>(['../features/*/routes.tsx', '!../features/auth/routes.tsx'], {
  eager: true,
  import: 'routes',
});

/** Pages for 2G networks: they import only the styles that they use. All others get those of the whole kit. */
const OWN_STYLES = new Set(['dashboard', 'submit-results']);

/** Buttons that one feature puts on the page of another. */
const ACTIONS: Partial<Record<string, () => Promise<ComponentType>>> = {
  'situation-room': async () => (await import('../features/walls/WallMode.tsx')).WallMode,
};

function withAction(Page: ComponentType, Action: ComponentType): ComponentType {
  return function PageWithAction() {
    return (
      <PageActions value={<Action />}>
        <Page />
      </PageActions>
    );
  };
}

/** A feature's page with what every page needs: its styles, dates that follow the settings, buttons of other features. */
function asPage(route: PageRoute): PageRoute {
  const { lazy, path = '' } = route;
  if (typeof lazy !== 'function') return route;
  const load = async () => {
    // The loader's requests first: the page's code fills all connections of a browser.
    await nextTask();
    const styles = OWN_STYLES.has(path) ? null : import('./kit-styles.ts');
    const [page, Action] = await Promise.all([lazy(), ACTIONS[path]?.(), styles]);
    if (!page.Component) return page;
    const Page = followFormats(page.Component);
    return { ...page, Component: Action ? withAction(Page, Action) : Page };
  };
  return { ...route, lazy: load };
}

/** Everything behind sign-in. Who is signed in is requested while the code of the shell and of the page load. */
const shellRoute = (client: QueryClient): RouteObject => ({
  ...withPrefetch({ prefetch: ({ userId }) => client.prefetchQuery(meQuery(userId)) }, client),
  lazy: async () => ({ Component: (await import('./shell/Shell.tsx')).Shell }),
  children: [
    {
      errorElement: <RouteError />,
      children: [
        { index: true, element: <Home /> },
        ...Object.values(features)
          .flat()
          .map((route) => withPrefetch(asPage(route), client)),
        { path: '*', element: <Navigate to="/dashboard" replace /> },
      ],
    },
  ],
});

/** The wall screen is outside the shell: it has no session, and no part of the shell may call the server. */
const wallRoute: RouteObject = {
  path: 'wall',
  lazy: async () => {
    const [{ WallPage }] = await Promise.all([import('../features/walls/WallPage.tsx'), import('./kit-styles.ts')]);
    return { Component: WallPage };
  },
};

export const consoleRoutes = (client: QueryClient): RouteObject[] => [
  { errorElement: <RouteError />, HydrateFallback: StartUp, children: [...authRoutes, wallRoute, shellRoute(client)] },
];

/**
 * The page, rendered again (with all that was typed on it) when the organisation's time zone or date format changes: the
 * router passes its pages on unchanged, so nothing else would reach the dates on them.
 */
function followFormats(Page: ComponentType): ComponentType {
  return function FormattedPage() {
    use(FormatsContext);
    return <Page />;
  };
}

/** The start page: the dashboard, or without the server, for officers, the form that works offline. */
function Home() {
  const { user, rememberedFrom } = useCurrentMe();
  const sends = OFFICER_ROLES.some((role) => role === user.role);
  return <Navigate to={rememberedFrom && sends ? '/submit-results' : '/dashboard'} replace />;
}

/** Error messages of browsers and the bundler for code and styles that did not load. */
const NOT_LOADED = /dynamically imported module|importing a module|preload CSS/i;

/**
 * Shown for a page that could not be loaded or that crashed. A page that could not be loaded is loaded again in place, because
 * without a network a reload would leave an empty tab. If the server has a newer build, stale-build.ts reloads.
 */
function RouteError() {
  const error = useRouteError();
  const navigate = useNavigate();
  const here = useLocation();
  const missing = error instanceof Error && NOT_LOADED.test(error.message);
  return (
    <div className={styles.root} role="alert">
      <strong>{missing ? 'This page could not be loaded' : 'This page has stopped working'}</strong>
      <span>
        {missing ? 'Check your network connection and try again.' : 'Reload it; what was stored is not lost.'}
      </span>
      {missing ? (
        <Button variant="default" onClick={() => void navigate(here, { replace: true })}>
          Try again
        </Button>
      ) : (
        <Button variant="default" onClick={() => window.location.reload()}>
          Reload
        </Button>
      )}
    </div>
  );
}
