import type { Announcement, AnnouncementPriority } from '@ec/contract/announcements/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { type Icon, IconChevronDown, IconChevronsUp, IconChevronUp, IconEqual } from '@tabler/icons-react';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { roleTitle } from '../../domain/people/person-text.ts';
import { notifyError, notifySuccess } from '../../lib/hooks/notify.ts';
import { usePin } from './api.ts';

export const PRIORITIES: Record<AnnouncementPriority, { label: string; tone: Tone; icon: Icon }> = {
  urgent: { label: 'Urgent', tone: 'bad', icon: IconChevronsUp },
  high: { label: 'High', tone: 'wait', icon: IconChevronUp },
  medium: { label: 'Medium', tone: 'info', icon: IconEqual },
  low: { label: 'Low', tone: 'off', icon: IconChevronDown },
};

/** What a priority does to those whom the announcement reaches. */
export const PRIORITY_EFFECTS: Record<AnnouncementPriority, string> = {
  low: 'Stands in the list and is counted as unread.',
  medium: 'Stands in the list and is counted as unread.',
  high: 'Everybody it reaches is notified too.',
  urgent:
    'Shown over the console of everybody it reaches until they have read it; by SMS too for those who chose so, where a gateway is set up.',
};

/** What it does to them when it is shown again. */
export const AGAIN_EFFECTS: Record<AnnouncementPriority, string> = {
  low: 'It is unread for everybody once more.',
  medium: 'It is unread for everybody once more.',
  high: 'It is unread for everybody once more, and they are notified again.',
  urgent:
    'Shown over the console of everybody once more; by SMS too for those who chose so, where a gateway is set up.',
};

/** "3 roles"; none named is all of them. */
export const rolesText = (roles: readonly Role[]): string =>
  roles.length === 0 ? 'all roles' : formatCount(roles.length, 'role');

/** The audience as tags: each role, then each place. */
export function audienceTags({ roles, areas }: Announcement['targetAudience']) {
  return {
    roles: roles.length === 0 ? ['Everybody'] : roles.map(roleTitle),
    places: areas.map(({ name }) => name),
  };
}

/** "State Admin, LGA Admin in Lagos, Ogun": whom it is meant for, within a sentence. */
export function audienceText(audience: Announcement['targetAudience']): string {
  const { roles, places } = audienceTags(audience);
  return `${roles.length === 1 && roles[0] === 'Everybody' ? 'everybody' : roles.join(', ')} in ${places.join(', ')}`;
}

/** Why an announcement is no longer in force at a moment, if it is not. */
export function endOf({ withdrawnAt, expiresAt }: Pick<Announcement, 'withdrawnAt' | 'expiresAt'>, now: number) {
  if (withdrawnAt !== null) return 'withdrawn';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : null;
}

/** Id of an announcement's title in the list: what takes the focus when its button has gone. */
export const titleId = (id: string): string => `announcement-${id}`;

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
