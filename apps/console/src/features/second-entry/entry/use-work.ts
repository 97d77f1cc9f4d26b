import type { Work } from '@ec/contract/second-entry/schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatNumber } from '../../../lib/format/format.ts';
import { fileQuery } from '../../../lib/hooks/use-file-url.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { useConnection } from '../../../lib/stream/connection.ts';
import { claimSheet, LOOK_AGAIN_MS, releaseSheet, workQuery } from '../api.ts';
import { dropEntry, dropOtherEntries, type Sending } from './typed.ts';

/** Whether another transcriber may have the sheet by now, by the server's clock. */
const isOver = ({ leaseUntil }: Work): boolean =>
  leaseUntil !== null && Date.parse(leaseUntil) <= Date.now() - useConnection.getState().clockAhead;

const giveBack = (sheet: Work | null) => {
  // The lease ends by itself where this does not arrive.
  if (sheet) void releaseSheet(sheet.id).catch(() => undefined);
};

/** The sheet that was claimed while another one was typed, with its photo; given back when the page is left before it was shown. */
function useSheetAhead() {
  const sheet = useRef<Work | null>(null);
  const claim = useRef<{ during: string; answer: Promise<Work | null> } | null>(null);
  const left = useRef(false);
  const [photo, setPhoto] = useState<string | null>(null);
  useQuery({ ...fileQuery(photo ?? '', 'view'), enabled: photo !== null });

  const set = (next: Work | null) => {
    sheet.current = next;
    setPhoto(next?.photoFileId ?? null);
  };
  const leave = useEffectEvent(() => {
    left.current = true;
    giveBack(sheet.current);
  });
  useEffect(() => {
    left.current = false;
    return () => leave();
  }, []);
  return {
    set,
    /** The sheet, where it is here and still reserved. */
    ready: (): Work | null => (sheet.current && !isOver(sheet.current) ? sheet.current : null),
    /** The same, after the answer to a claim that is under way. */
    answered: async (): Promise<Work | null> => {
      const next = (await claim.current?.answer) ?? sheet.current;
      return next && !isOver(next) ? next : null;
    },
    /** It is shown, or another one is. */
    clear: () => {
      claim.current = null;
      set(null);
    },
    /** Claims the next sheet, once for each sheet that is entered. */
    claim: (during: Work) => {
      if (sheet.current || claim.current?.during === during.id) return;
      const answer = claimSheet()
        .then((next) => (next?.id === during.id ? null : next))
        .catch(() => null);
      claim.current = { during: during.id, answer };
      void answer.then((next) => {
        if (left.current) giveBack(next);
        else if (next) set(next);
      });
    },
  };
}

/** The work of a transcriber: what they hold, the sheet that is entered, and the way to the next one. */
export function useWork() {
  const client = useQueryClient();
  const { id: userId } = useCurrentMe().user;
  /** Undefined until the server was asked what the person holds. */
  const [work, setWork] = useState<Work | null>();
  const ahead = useSheetAhead();
  const [said, setSaid] = useState('');
  /** The person acted here, so the focus follows the work. */
  const [begun, setBegun] = useState(false);
  /** The photo of the sheet that was sent last. */
  const [sentPhoto, setSentPhoto] = useState<string | null>(null);

  const desk = useQuery({ ...workQuery, refetchInterval: work ? false : LOOK_AGAIN_MS });
  const held = desk.data?.held;
  const begin = useEffectEvent((first: Work | undefined, second: Work | undefined) => {
    if (work !== undefined) return;
    setWork(first ?? null);
    ahead.set(second ?? null);
  });
  useEffect(() => {
    if (held) begin(held[0], held[1]);
  }, [held]);
  useEffect(() => {
    if (sentPhoto !== null) client.removeQueries({ queryKey: fileQuery(sentPhoto, 'view').queryKey });
  }, [client, sentPhoto]);

  const open = (next: Work | null) => {
    ahead.clear();
    setBegun(true);
    setWork(next);
    if (next) void dropOtherEntries(userId, next.id);
    else void client.invalidateQueries({ queryKey: workQuery.queryKey });
  };
  const take = useMutation({
    mutationFn: async (former: Work | null): Promise<Work | null> => {
      const ready = await ahead.answered();
      if (ready) return ready;
      const now = await client.fetchQuery({ ...workQuery, staleTime: 0 });
      const other = now.held.find(({ id }) => id !== former?.id);
      if (other) return other;
      const next = await claimSheet();
      return next?.id === former?.id ? null : next;
    },
    onSuccess: open,
    gcTime: 0,
  });
  /** Goes on to the next sheet: at once where it is here already. */
  const goOn = (former: Work) => {
    const ready = ahead.ready();
    if (ready) {
      open(ready);
      return;
    }
    setBegun(true);
    setWork(null);
    take.mutate(former);
  };

  return {
    desk,
    work,
    /** What was done last, in words. */
    said,
    begun,
    take,
    goOn,
    claimAhead: ahead.claim,
    /** The server has stored what was sent of the sheet. */
    sent: (sheet: Work, kind: Sending['kind']) => {
      const counted = kind === 'figures' ? 1 : 0;
      const before = client.getQueryData(workQuery.queryKey);
      const today = (before?.counts.today ?? 0) + counted;
      if (before) {
        const counts = { ...before.counts, today, entered: before.counts.entered + counted };
        const others = before.held.filter(({ id }) => id !== sheet.id);
        client.setQueryData(workQuery.queryKey, { ...before, counts, held: others });
      }
      setSentPhoto(sheet.photoFileId);
      const { code } = sheet.unit;
      setSaid(kind === 'figures' ? `Stored. ${formatNumber(today)} today.` : `Reported as unreadable: ${code}.`);
      goOn(sheet);
    },
    /** The sheet was given back. */
    released: (sheet: Work) => {
      void dropEntry(userId, sheet.id);
      setSaid(`Given back: ${sheet.unit.code}.`);
      setBegun(true);
      setWork(null);
      void client.invalidateQueries({ queryKey: workQuery.queryKey });
    },
  };
}
