import { type AccessSubject, type MenuItem, menuFor } from '@ec/contract/access';

/** The person's screens whose name or group holds every word of the query. */
export function screensFor(subject: AccessSubject, query: string): MenuItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return menuFor(subject).filter((item) => {
    const text = `${item.label} ${item.group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
