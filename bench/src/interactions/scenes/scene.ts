import type { Person } from '../person.ts';

/** A piece of the work of one role, which ends where others can begin. */
export interface Scene {
  name: string;
  play: (person: Person) => Promise<void>;
}
