import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signOut } from '../../lib/session/session.ts';

/** What stands beside the address when whoever opened the wall is to be signed out of this browser. */
export const LEAVING = 'leaving';

/** Signs out whoever opened the wall here, once: the wish is not kept, so that a reload ends nobody's later session. */
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
