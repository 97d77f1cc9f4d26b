import { type AccessSubject, menuFor } from '@ec/contract/permissions/access';

interface Screen {
  path: string;
  label: string;
  group: string;
}

/** Everybody's, though no menu holds them. */
const OWN: readonly Screen[] = [
  { path: '/account', label: 'Your account', group: 'Password, two-step sign-in, sessions' },
  { path: '/notifications', label: 'Notifications', group: 'Read, unread and older' },
];

/** The person's screens whose name or group holds every word of the query. */
export function screensFor(subject: AccessSubject, query: string): Screen[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return [...menuFor(subject), ...OWN].filter((screen) => {
    const text = `${screen.label} ${screen.group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
