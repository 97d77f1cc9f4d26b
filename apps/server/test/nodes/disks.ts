import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';

/** More than a machine of the cluster comes to take. */
const ROOM = '2g';

const mount = (options: string, folder: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', folder]).status === 0;

/** Mounts a disk of memory on the folder; false where this account may not. */
export function mountDisk(folder: string): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && mount(`size=${ROOM},mode=700`, folder);
}

/** Makes the mounted disk as small as what is on it, so that it is full to the last byte; answers how to give it room again. */
export function fillDisk(folder: string): () => void {
  const shrunk = () => {
    const { blocks, bfree, bsize } = statfsSync(folder);
    return mount(`remount,size=${(blocks - bfree) * bsize}`, folder);
  };
  // What is written meanwhile makes the size too small.
  for (let tries = 0; !shrunk(); tries++) if (tries > 100) throw new Error(`${folder} cannot be made smaller`);
  return () => {
    if (!mount(`remount,size=${ROOM}`, folder)) throw new Error(`${folder} cannot be made larger`);
  };
}
