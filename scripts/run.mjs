// node scripts/run.mjs COMMAND [-- ARGUMENTS]: installs and builds what is missing, then runs the command with the right Node.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ensureBuilt, ensureInstalled, environment, fail, nodeBinary, ROOT } from './prepare.mjs';

/** A small rehearsal holds a contest day, unless REHEARSAL_CONTESTS says otherwise. */
function rehearsalDefaults() {
  return process.env.REHEARSAL_SCALE === 'small' ? { REHEARSAL_CONTESTS: 'three' } : {};
}

const COMMANDS = {
  demo: { entry: 'apps/server/src/demo.ts', console: true, defaults: rehearsalDefaults },
  start: { entry: 'apps/server/src/main.ts', console: true },
  backup: { entry: 'apps/server/src/commands/backup.ts' },
  restore: { entry: 'apps/server/src/commands/restore.ts' },
  recount: { entry: 'apps/server/src/commands/recount.ts' },
  'import-register': { entry: 'apps/server/src/commands/import-register.ts' },
  'first-national-admin': { entry: 'apps/server/src/commands/first-national-admin.ts' },
  migrate: { entry: 'apps/server/src/commands/migrate.ts' },
  replay: { entry: 'apps/server/src/commands/replay.ts' },
  unlock: { entry: 'apps/server/src/commands/unlock.ts' },
  'verify-audit': { entry: 'apps/server/src/commands/verify-audit.ts' },
  'verify-files': { entry: 'apps/server/src/commands/verify-files.ts' },
  bench: { entry: 'bench/src/main.ts', console: true },
  screenshots: { entry: 'e2e/screenshots/make.ts', console: true },
  docs: { entry: 'scripts/make-docs.ts' },
  cluster: { entry: 'scripts/cluster/main.ts', console: true },
};
const SAME_PRESS_MS = 1000;
const WATCH_MS = 500;

/** A process by id and start time, so that a reused id is not mistaken for it. Linux only. */
function identity(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(fields[1]), began: fields[19], name: readFileSync(`/proc/${pid}/cmdline`, 'utf8') };
  } catch {
    return undefined;
  }
}

/** This process's ancestors up to npm at the start: if one of them is killed, this process gets no signal. */
function parentsUpToNpm() {
  const parents = [];
  for (let pid = process.ppid; parents.length < 3; ) {
    const parent = identity(pid);
    if (!parent) return [];
    parents.push(parent);
    if (/npm/.test(parent.name.split('\0').slice(0, 2).join(' '))) return parents;
    pid = parent.parent;
  }
  return [];
}

const parents = process.env.npm_lifecycle_event ? parentsUpToNpm() : [];
const orphaned = () => parents.some(({ pid, began }) => identity(pid)?.began !== began);

function launch(entry, args, defaults) {
  const child = spawn(nodeBinary(), [entry, ...args], {
    cwd: ROOT,
    env: { ...defaults, ...environment(), INIT_CWD: process.env.INIT_CWD ?? process.cwd() },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  let asked = 0;
  // A terminal sends Ctrl-C to all processes, and npm forwards it again; only a later signal is a second press.
  const end = (signal) => {
    if (asked > 0 && Date.now() - asked > SAME_PRESS_MS) child.kill('SIGKILL');
    if (asked === 0) {
      asked = Date.now();
      child.kill(signal);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
  setInterval(() => orphaned() && end('SIGTERM'), WATCH_MS).unref();
  child.on('error', (error) => fail(`${entry} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(signal ? 137 : (code ?? 1)));
}

const [name = '', ...rest] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (!command) fail(`Say which command: ${Object.keys(COMMANDS).join(', ')}`);
await ensureInstalled();
if (command.console) await ensureBuilt();
if (orphaned()) process.exit(1);
launch(command.entry, rest[0] === '--' ? rest.slice(1) : rest, command.defaults?.());
