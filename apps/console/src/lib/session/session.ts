import type { Me } from '@ec/contract/auth/schemas';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import type { AccessSubject } from '@ec/contract/permissions/decide-access';
import { send } from '../http/http.ts';
import { type KnownMe, loadMe } from './known-me.ts';
import { clearSession, readUserId, useSignedInId } from './session-store.ts';
import { readTokens } from './stored-session.ts';

/** Key of everything about the signed-in person; part of the key is who that is. */
export const meQuery = (userId: string | null) =>
  queryOptions({
    queryKey: ['me', userId],
    queryFn: loadMe,
    // A person who is only remembered is verified as soon as the server answers.
    staleTime: ({ state }) => (state.data?.rememberedFrom ? 0 : 60_000),
    refetchInterval: ({ state }) => (state.data?.rememberedFrom ? 20_000 : false),
    enabled: userId !== null,
    meta: { shell: true },
  });

/** The person, what they may do, and the moment (election mode, organisation). */
export function useMe() {
  return useQuery(meQuery(useSignedInId()));
}

/** Given by the shell. Each link on a page asks for it, and a query observer for each of hundreds would cost more than the link. */
export const CurrentMe = createContext<KnownMe | null>(null);

/** As useMe, for what stands inside the shell, where it is always there. */
export function useCurrentMe(): KnownMe {
  const me = use(CurrentMe);
  if (!me) throw new Error('useCurrentMe needs the shell around it');
  return me;
}

/** What decideAccess and menuFor of the contract ask for. */
export function accessSubject(me: Me): AccessSubject {
  const { user, levels, electionMode, privileges, transcriber } = me;
  return { role: user.role, levels, electionMode, privileges, transcriber };
}

export function useAccessSubject(): AccessSubject {
  const me = useCurrentMe();
  return useMemo(() => accessSubject(me), [me]);
}

export function refetchMe(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['me'] });
}

/** Shows the person's new picture at once, even if the server cannot be reached for the rest. */
export function showOwnPicture(queryClient: QueryClient, profilePictureUrl: string): void {
  const key = meQuery(readUserId()).queryKey;
  queryClient.setQueryData<Me>(key, (me) => me && { ...me, user: { ...me.user, profilePictureUrl } });
  void refetchMe(queryClient);
}

/** Ends the session in all tabs at once, and on the server as soon as it can be reached. */
export function endSession(end: 'signed-out' | 'idle'): void {
  const token = readTokens()?.accessToken;
  // First here: the server notifies every open console of the ended session, which would look like an act of the server.
  clearSession(end);
  // Without network the device still forgets; the server's own idle limit ends what it holds.
  if (token) void send('POST /auth/logout', { token }).catch(() => undefined);
}

export const signOut = () => endSession('signed-out');
