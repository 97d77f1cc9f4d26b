import type { Me } from '@ec/contract/auth/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ALERT_COUNTS_KEY } from '../../domain/alerts/alert-counts.ts';
import { ANNOUNCEMENTS_KEY } from '../../domain/announcements/announcement-news.ts';
import { ENTRIES_WAITING_KEY } from '../../domain/second-entry/waiting-count.ts';
import { useChannelNews } from '../../domain/chat/chat-channels.ts';
import { useConnection } from '../../lib/stream/connection.ts';
import { isKept } from '../../lib/stream/staleness.ts';
import { meQuery, refetchMe, useCurrentMe } from '../../lib/session/session.ts';
import { clearSession, useSignedInId } from '../../lib/session/session-store.ts';
import { openStream, useStreamMessage } from '../../lib/stream/stream.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';

/** Queries that depend on the settings: the settings, deadlines, the threshold of comparisons, two-step sign-in. */
const MADE_BY_SETTINGS = [
  ['settings'],
  ['elections'],
  ['dashboard'],
  ['results', 'desk'],
  ['live'],
  ['account', 'own'],
];

const LONGEST_TIMER_MS = 2 ** 31 - 1000;

/** Reads the session again when a moderator's privileges end, so that actions without a right are removed from the screen. */
function useEndOfPrivileges(): void {
  const queryClient = useQueryClient();
  const until = useCurrentMe().privileges?.validUntil;
  useEffect(() => {
    const wait = until ? Date.parse(until) - Date.now() : -1;
    if (wait < 0 || wait > LONGEST_TIMER_MS) return;
    const timer = setTimeout(() => void refetchMe(queryClient), wait + 500);
    return () => clearTimeout(timer);
  }, [until, queryClient]);
}

/** Answers contain the reader's rights: after a change of rights all visible data are requested again. */
function useChangedRights(): void {
  const queryClient = useQueryClient();
  const { user, levels, privileges } = useCurrentMe();
  const rights = JSON.stringify([user.role, user.scope, levels, privileges]);
  const before = useRef(rights);
  useEffect(() => {
    if (before.current === rights) return;
    before.current = rights;
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
  }, [rights, queryClient]);
}

/** Keeps the tab's stream open and applies changes of the user's rights at once, without a reload. */
export function useLiveSession(): void {
  const queryClient = useQueryClient();
  const key = meQuery(useSignedInId()).queryKey;
  useEndOfPrivileges();
  useChannelNews();
  useChangedRights();
  useEffect(() => openStream(), []);
  // Changes while the stream was down were not delivered, so the page's data is read again.
  useEffect(
    () =>
      useConnection.subscribe((now, before) => {
        if (before.stream === 'closed' && now.stream === 'open') {
          void queryClient.invalidateQueries({ predicate: (query) => !isKept(query) });
        }
      }),
    [queryClient],
  );

  const setElectionMode = (electionMode: boolean) => {
    const me = queryClient.getQueryData<Me>(key);
    if (!me || me.electionMode === electionMode) return;
    queryClient.setQueryData<Me>(key, { ...me, electionMode });
    void refetchMe(queryClient);
  };
  useStreamMessage('election-mode', (message) => setElectionMode(message.isElectionMode));
  // A heartbeat carries it too, so that a change missed while the stream was down is caught up with.
  useStreamMessage('heartbeat', (message) => setElectionMode(message.electionMode));
  useStreamMessage('access', () => void refetchMe(queryClient));
  useStreamMessage('settings', () => {
    void refetchMe(queryClient);
    for (const queryKey of MADE_BY_SETTINGS) void queryClient.invalidateQueries({ queryKey });
  });
  useStreamMessage('alerts', useRefresh(ALERT_COUNTS_KEY));
  useStreamMessage('second-entries', useRefresh(ENTRIES_WAITING_KEY));
  useStreamMessage('announcements', useRefresh(ANNOUNCEMENTS_KEY));
  useStreamMessage('people', () => {
    void queryClient.invalidateQueries({ queryKey: ['users'] });
    void queryClient.invalidateQueries({ queryKey: ['approvals'] });
  });
  useStreamMessage('geography', () => {
    void queryClient.invalidateQueries({ queryKey: ['locations'] });
    void queryClient.invalidateQueries({ queryKey: ['geography'] });
  });
  useStreamMessage('session-ended', ({ reason, at, device }) => clearSession('ended', { reason, at, device }));
}
