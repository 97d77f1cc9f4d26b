// The first step of every root command. It runs before anything is installed, so only with Node 20.19 and Node's own modules.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OLDEST_NODE = [20, 19];
/** Oldest Node that runs TypeScript files, for machines without a Node from npm. */
const OLDEST_TYPESCRIPT_NODE = [22, 22];
const LOCK = path.join(ROOT, '.cache', 'install.lock');
const PACKAGES = [
  'package-lock.json',
  'package.json',
  'apps/server/package.json',
  'apps/console/package.json',
  'packages/contract/package.json',
  'e2e/package.json',
  'bench/package.json',
];

function atLeast([major, minor]) {
  const [haveMajor = 0, haveMinor = 0] = process.versions.node.split('.').map(Number);
  return haveMajor > major || (haveMajor === major && haveMinor >= minor);
}

/** Exits with a sentence instead of a stack. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Runs a program and returns its exit code. The terminal sends Ctrl-C to it directly; other signals are forwarded. */
export function run(program, args, { onStart, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', ...options });
    const pass = (signal) => child.kill(signal);
    const signals = ['SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    const end = (code) => {
      for (const signal of signals) process.off(signal, pass);
      resolve(code);
    };
    onStart?.(child.pid);
    child.on('error', () => end(127));
    child.on('exit', (code, signal) => end(signal ? 130 : (code ?? 1)));
  });
}

/** @returns {string[]} */
function filesBelow(place) {
  const full = path.join(ROOT, place);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [place];
  return readdirSync(full, { withFileTypes: true })
    .filter((entry) => entry.name !== 'dist' && entry.name !== 'node_modules')
    .flatMap((entry) => filesBelow(path.join(place, entry.name)))
    .sort();
}

function fingerprint(places) {
  const hash = createHash('sha256');
  for (const file of places.flatMap(filesBelow))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(ROOT, file)));
  return hash.digest('hex');
}

function isCurrent(stamp, value) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === value;
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Writes the lock with its content atomically, so that no reader sees a lock without its owner. */
function writeLock(pid, place) {
  const draft = `${LOCK}.${process.pid}`;
  writeFileSync(draft, String(pid));
  try {
    place(draft, LOCK);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readLock() {
  try {
    return Number(readFileSync(LOCK, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Removes the lock of a dead owner; restores it if another process has renewed it meanwhile. */
function dropLock(owner) {
  const aside = `${LOCK}.${process.pid}.old`;
  try {
    renameSync(LOCK, aside);
    if (Number(readFileSync(aside, 'utf8')) !== owner) linkSync(aside, LOCK);
    rmSync(aside);
  } catch {
    // already removed by another process
  }
}

/**
 * Only one command at a time changes node_modules and the build. The lock names the program that makes the change: if this process is killed, that
 * program continues, and the next command waits for it.
 */
async function alone(work) {
  mkdirSync(path.dirname(LOCK), { recursive: true });
  while (!writeLock(process.pid, linkSync)) {
    const owner = readLock();
    if (owner !== undefined && isAlive(owner)) await sleep(200);
    else if (owner !== undefined) dropLock(owner);
  }
  try {
    return await work((pid) => pid && writeLock(pid, renameSync));
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** Installs the packages of package-lock.json if they are missing or out of date. */
export async function ensureInstalled() {
  if (!atLeast(OLDEST_NODE)) fail(`Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.version}.`);
  const stamp = path.join(ROOT, 'node_modules', '.installed');
  const wanted = fingerprint(PACKAGES);
  if (isCurrent(stamp, wanted)) return;
  await alone(async (onStart) => {
    if (isCurrent(stamp, wanted)) return;
    console.log('Installing packages …');
    const npm = process.env.npm_execpath;
    // Building and testing need the development packages, even if NODE_ENV is production.
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
    const code = npm ? await run(process.execPath, [npm, ...args], { onStart }) : await run('npm', args, { onStart });
    if (code === 130) process.exit(code);
    if (code !== 0) fail('npm ci failed. Is the npm registry reachable?');
    writeFileSync(stamp, wanted);
  });
}

/** The Node that runs TypeScript files: the one from npm, else the machine's if it is new enough. */
export function nodeBinary() {
  const brought = path.join(ROOT, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(brought)) return brought;
  if (!atLeast(OLDEST_TYPESCRIPT_NODE)) {
    fail(
      `For ${process.platform} on ${process.arch} no Node comes from npm. Install Node ${OLDEST_TYPESCRIPT_NODE.join('.')} or newer; this is ${process.version}.`,
    );
  }
  return process.execPath;
}

/** The environment of started programs: the right Node first in PATH, and a compile cache kept between starts. */
export function environment() {
  const paths = [path.dirname(nodeBinary()), path.join(ROOT, 'node_modules', '.bin'), process.env.PATH ?? ''];
  return {
    ...process.env,
    PATH: paths.join(path.delimiter),
    // Freed memory of pictures goes back to the system (docs/operations.md, "Memory").
    MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '262144',
    NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'compile'),
  };
}

/** Builds the console if its sources have changed. */
export async function ensureBuilt() {
  const stamp = path.join(ROOT, 'apps', 'console', 'dist', '.built');
  const wanted = fingerprint(['apps/console', 'packages/contract/src', 'package-lock.json']);
  if (isCurrent(stamp, wanted)) return;
  await alone(async (onStart) => {
    if (isCurrent(stamp, wanted)) return;
    console.log('Building the console …');
    const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
    const code = await run(nodeBinary(), [vite, 'build', 'apps/console', '--logLevel', 'warn'], {
      env: environment(),
      onStart,
    });
    if (code === 130) process.exit(code);
    if (code !== 0) fail('The console could not be built.');
    writeFileSync(stamp, wanted);
  });
}
