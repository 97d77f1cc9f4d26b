import type { LockedFrom } from '@ec/contract/security/schemas';

/** A sign-in attempt: its phone number, network and device (the hash of its key). */
export interface Attempt {
  phone: string;
  network: string;
  device: Buffer | null;
  /** For a secret too long to guess from any number of networks: only the network itself is locked. */
  networkOnly?: boolean;
}

/** All networks of unknown devices together. */
export const EVERYWHERE = 'everywhere';
export const NETWORK = 'network ';
const DEVICE = 'device ';

/** All unknown devices are locked after this many times the failures that lock one network: a distributed attack. */
const EVERYWHERE_TIMES = 10;

export const allowedEverywhere = (allowed: number) => allowed * EVERYWHERE_TIMES;

/**
 * The sources for which the failures of an attempt are counted. A device on which the user has signed in before has its own count, which no stranger
 * can lock. All others count for their network, and for all networks together.
 */
export function sourcesOf({ network, device, networkOnly = false }: Attempt): { known: string[]; stranger: string[] } {
  return {
    known: device === null ? [] : [`${DEVICE}${device.toString('hex')}`],
    stranger: [`${NETWORK}${network}`, ...(networkOnly ? [] : [EVERYWHERE])],
  };
}

/** The source for which requests are counted: the device if known, else the network. */
export function sourceOf(attempt: Attempt, known: boolean): string {
  const sources = sourcesOf(attempt);
  return (known ? sources.known : sources.stranger)[0] ?? EVERYWHERE;
}

/** The prefix of the counters for attempts at codes of a phone number; `hash` stands for the number. */
export const triesOf = (hash: string) => `code tries for ${hash.slice(0, 32)} `;

/** A source as lists and entries show it: never the device's hash. */
export function readSource(source: string): { from: LockedFrom; network: string | null } {
  if (source.startsWith(NETWORK)) return { from: 'network', network: source.slice(NETWORK.length) };
  return { from: source.startsWith(DEVICE) ? 'device' : 'everywhere', network: null };
}
