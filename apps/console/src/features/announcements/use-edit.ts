import { type Announcement, UpdateAnnouncementRequest } from '@ec/contract/announcements';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { announcementQuery } from '../../lib/announcement-news.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useUpdate } from './api.ts';
import { useSending } from './use-sending.ts';
import {
  type AnnouncementValues,
  audienceOf,
  changedFields,
  problemsOf,
  rebased,
  requestOf,
  valuesOf,
} from './values.ts';

const FAILED = 'The announcement could not be changed. Try again.';
/** Nothing is lost, and nothing needs to be loaded anew by hand: both stand in the form. */
const overtakenBy = (name: string) =>
  `${name} changed this announcement in the meantime, and nothing was saved. Look at what stands there now, then save again.`;
const AUDIENCE = new Set<string>(['roles', 'regions', 'states']);

/** The state of a change: what it began with, what is typed, and what others stored meanwhile (`latest`). */
export function useEdit(announcement: Announcement, onStored: (stored: Announcement) => void) {
  const [base, setBase] = useState(announcement);
  const [values, setValues] = useState(() => valuesOf(announcement));
  const [again, setAgain] = useState(false);
  const query = useQuery(announcementQuery(announcement.id));
  const latest = query.data && query.data.version >= base.version ? query.data : base;
  const sending = useSending();
  const update = useUpdate(announcement.id);
  const start = valuesOf(base);
  const changed = changedFields(start, values);

  const moved = latest.version > base.version ? changedFields(start, valuesOf(latest)) : [];
  // What was changed and changed back stands in nobody's way.
  const version = moved.length === 0 ? latest.version : base.version;

  const send = () =>
    update.mutate(UpdateAnnouncementRequest.parse({ ...requestOf(values), version, again }), {
      onSuccess: onStored,
      onError: (error) => {
        const name = error instanceof ApiError && error.code === 'ANNOUNCEMENT_CHANGED' && error.details['name'];
        if (typeof name === 'string') sending.failed(overtakenBy(name));
        else sending.refused(error, FAILED);
      },
    });
  /** Goes on from what is stored now. */
  const begin = (next: AnnouncementValues) => {
    sending.wrong({});
    setBase(latest);
    setValues(next);
  };
  return {
    base,
    latest,
    values,
    changed,
    /** Those who have read it are to read it once more. */
    again,
    setAgain,
    /** What somebody else changed since the form began. */
    moved,
    blocked: changed.length === 0 && !again ? 'Nothing has been changed yet.' : undefined,
    busy: update.isPending || sending.counting,
    sending,
    change: (next: Partial<AnnouncementValues>) => {
      sending.clear(Object.keys(next));
      setValues((old) => ({ ...old, ...next }));
    },
    send,
    submit: () => {
      const found = problemsOf(values, Date.now());
      sending.wrong(found);
      if (Object.keys(found).length > 0) return;
      const urgent = values.priority === 'urgent';
      const wider = changed.some((field) => AUDIENCE.has(field));
      // A corrected word disturbs nobody; new people, a new urgency, or to be read once more, do.
      if (wider || again || (urgent && base.priority !== 'urgent')) {
        void sending.ask(audienceOf(values, base.id), urgent, send);
      } else send();
    },
    keepMine: () => begin(rebased(start, valuesOf(latest), values)),
    takeTheirs: () => begin(valuesOf(latest)),
  };
}
