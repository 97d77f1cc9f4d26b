import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signOut } from '../../lib/session/session.ts';

/** Marks an address that signs out the user who opened the wall. */
export const LEAVING = 'leaving';

/** Signs out the user who opened the wall, once: the mark is removed, so that a reload does not end a later session. */
export function useLeaving(): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const leaving = state === LEAVING;
  useEffect(() => {
    if (!leaving) return;
    signOut();
    void navigate({ pathname, search }, { replace: true, state: null });
  }, [leaving, navigate, pathname, search]);
}
