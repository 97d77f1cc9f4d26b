import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { StartError } from '../../runtime/lifecycle.ts';

/** The account that PostgreSQL runs as; undefined: the one that we run as. */
export type Account = { uid: number; gid: number } | undefined;

const UNPRIVILEGED = ['postgres', 'nobody'];

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat && { uid: stat.uid, gid: stat.gid };
}

/**
 * PostgreSQL refuses to run as root, so root drops to the account that already owns the store, else to an unprivileged one of
 * the machine. Anybody else runs it under their own account, and so can only use a store of their own.
 */
export function chooseAccount(store: string): Account {
  const owner = ownerOf(store);
  const self = process.getuid?.();
  if (self !== 0) {
    if (owner && self !== undefined && owner.uid !== self) {
      throw new StartError(
        `The store ${store} belongs to another account (number ${owner.uid}). Start as root or as that account, or set DATA_DIR to another folder.`,
      );
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return owner;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of UNPRIVILEGED) {
    const [, , uid, gid] = accounts.find((fields) => fields[0] === name) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new StartError(
    `PostgreSQL does not run as root, and this machine has no account named ${UNPRIVILEGED.join(' or ')}. Start as an ordinary user, or set DATABASE_URL.`,
  );
}

/** Tries, as that account, whether a shell's test on the path succeeds: modes, access lists and mounts all count. */
export function accountCan(account: Account, test: string, path: string): boolean {
  const shell = spawnSync('/bin/sh', ['-c', test, 'sh', path], { ...account, cwd: '/', stdio: 'ignore' });
  return shell.status === 0;
}

/** Can the account enter the folder? */
export function canEnter(account: Account, folder: string): boolean {
  return accountCan(account, 'cd "$1"', folder);
}
