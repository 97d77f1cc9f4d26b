import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const HOLDER = fileURLToPath(new URL('../fixtures/hold-streams.ts', import.meta.url));

/** A network of its own on this machine, whose cable to ours can be pulled. */
export interface FarNetwork {
  /** Our address as it is seen from there. */
  address: string;
  /** Opens so many streams from there with the tickets; resolves when all are open. */
  hold(origin: string, tickets: readonly string[]): Promise<void>;
  /** From now on nothing passes, in neither direction, and neither side is notified. */
  pull(): void;
  remove(): void;
}

const ip = (...words: string[]) => spawnSync('ip', words, { encoding: 'utf8' }).status === 0;

/** Makes the network; undefined where this account or machine may not. */
export function farNetwork(): FarNetwork | undefined {
  const name = `ecfar${process.pid % 100_000}`;
  const near = `${name.slice(0, 12)}n`;
  const far = `${name.slice(0, 12)}f`;
  const net = `10.${200 + (process.pid % 50)}.${process.pid % 250}`;
  const children: ChildProcess[] = [];
  const remove = () => {
    for (const child of children) child.kill('SIGKILL');
    ip('netns', 'delete', name);
    ip('link', 'delete', near);
  };
  const made =
    process.getuid?.() === 0 &&
    ip('netns', 'add', name) &&
    ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far) &&
    ip('link', 'set', far, 'netns', name) &&
    ip('address', 'add', `${net}.1/24`, 'dev', near) &&
    ip('link', 'set', near, 'up') &&
    ip('netns', 'exec', name, 'ip', 'address', 'add', `${net}.2/24`, 'dev', far) &&
    ip('netns', 'exec', name, 'ip', 'link', 'set', far, 'up');
  if (!made) {
    remove();
    return undefined;
  }
  return {
    address: `${net}.1`,
    async hold(origin, tickets) {
      const child = spawn('ip', ['netns', 'exec', name, process.execPath, HOLDER, origin, ...tickets], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      await once(createInterface(child.stdout), 'line');
    },
    pull() {
      // The far end stays up and sees nothing amiss; what is sent from here goes nowhere.
      ip('netns', 'exec', name, 'ip', 'link', 'set', far, 'down');
      ip('link', 'set', near, 'up');
      ip('neigh', 'replace', `${net}.2`, 'lladdr', '02:00:00:00:00:02', 'dev', near, 'nud', 'permanent');
    },
    remove,
  };
}
