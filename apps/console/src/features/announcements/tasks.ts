import type { Announcement } from '@ec/contract/announcements/schemas';
import { notifyError, notifySuccess } from '../../lib/hooks/notify.ts';
import { usePin } from './api.ts';

/** What is done about an announcement in a dialog of its own. */
export interface Task {
  kind: 'edit' | 'withdraw';
  announcement: Announcement;
}

/** Where an announcement is to be seen. */
export const linkTo = ({ id }: Pick<Announcement, 'id'>) => ({
  to: `/announcements?announcement=${id}`,
  label: 'Open the announcement',
});

/** Pins an announcement, or takes it down again. */
export function usePinning() {
  const pin = usePin();
  return (announcement: Announcement) => {
    const pinned = !announcement.pinned;
    pin.mutate(
      { id: announcement.id, pinned },
      {
        onSuccess: () =>
          notifySuccess(`"${announcement.title}" ${pinned ? 'is pinned above the others' : 'is no longer pinned'}.`, {
            link: linkTo(announcement),
          }),
        onError: (error) =>
          notifyError(
            error,
            pinned ? 'The announcement could not be pinned' : 'The announcement could not be unpinned',
          ),
      },
    );
  };
}
