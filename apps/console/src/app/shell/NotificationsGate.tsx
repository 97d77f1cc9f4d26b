import { lazy, Suspense } from 'react';
import { useNotices } from '../../lib/hooks/notify.ts';

const NotificationsHost = lazy(async () => ({
  default: (await import('./NotificationsHost.tsx')).NotificationsHost,
}));

/** The corner where notices appear; its code is loaded with the first of them. */
export function NotificationsGate() {
  const any = useNotices((state) => state.wanted);
  return <Suspense>{any && <NotificationsHost />}</Suspense>;
}
