import type { LockedFrom } from '@ec/contract/security/schemas';

/** An attempt to prove who one is: for which phone, from which network, on which device (the hash of its key). */
export interface Attempt {
  phone: string;
  network: string;
  device: Buffer | null;
  /** For a secret too long to be guessed from any number of networks: failures elsewhere do not lock it, nor these others. */
  networkOnly?: boolean;
}

/** All networks of strangers together. */
export const EVERYWHERE = 'everywhere';
export const NETWORK = 'network ';
const DEVICE = 'device ';

/** So many times the failures that lock one network lock all strangers: guesses that come from everywhere. */
const EVERYWHERE_TIMES = 10;

export const allowedEverywhere = (allowed: number) => allowed * EVERYWHERE_TIMES;

/**
 * What the failures of an attempt are counted for. A device on which the person has signed in before has a count of its own,
 * and no stranger's failures lock it. All others count for their network, and for all networks together.
 */
export function sourcesOf({ network, device, networkOnly = false }: Attempt): { known: string[]; stranger: string[] } {
  return {
    known: device === null ? [] : [`${DEVICE}${device.toString('hex')}`],
    stranger: [`${NETWORK}${network}`, ...(networkOnly ? [] : [EVERYWHERE])],
  };
}

/** The source that what the attempt asks for is counted for: its device if that is known, else its network. */
export function sourceOf(attempt: Attempt, known: boolean): string {
  const sources = sourcesOf(attempt);
  return (known ? sources.known : sources.stranger)[0] ?? EVERYWHERE;
}

/** The names that tries at codes of the phone are counted under begin like this; `hash` stands for the phone. */
export const triesOf = (hash: string) => `code tries for ${hash.slice(0, 32)} `;

/** A source as lists and entries name it: never the device's hash. */
export function readSource(source: string): { from: LockedFrom; network: string | null } {
  if (source.startsWith(NETWORK)) return { from: 'network', network: source.slice(NETWORK.length) };
  return { from: source.startsWith(DEVICE) ? 'device' : 'everywhere', network: null };
}
