import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { freePort } from '../../src/platform/database/embedded/postgres-process.ts';

const DEPLOYED = fileURLToPath(new URL('../../../../deploy/nginx.conf', import.meta.url));
const NGINX = '/usr/sbin/nginx';
const PATIENCE = { timeout: 20_000, interval: 50 };

export const hasNginx = () => existsSync(NGINX);

export interface Proxy {
  /** Where a phone reaches the servers. */
  origin: string;
  /** The same with TLS, by a self-signed certificate. */
  secureOrigin: string;
  stop(): Promise<void>;
}

/** The deployed file with other addresses, and one port more without TLS; all else as it stands there. */
function siteFor(
  folder: string,
  ports: { plain: number; secure: number; redirect: number },
  servers: number[],
): string {
  const upstreams = [...servers];
  return readFileSync(DEPLOYED, 'utf8')
    .replaceAll(
      /server 10\.0\.0\.1\d:3001/g,
      () => `server 127.0.0.1:${upstreams.shift() ?? expect.fail('a server too many')}`,
    )
    .replace('listen 80;', `listen 127.0.0.1:${ports.redirect};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${ports.secure} ssl http2;\n  listen 127.0.0.1:${ports.plain};`)
    .replaceAll('/etc/letsencrypt/live/console.example.org/', `${folder}/`)
    .replace('/var/log/nginx/', `${folder}/`);
}

function makeCertificate(folder: string): void {
  const words =
    'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=console.example.org -keyout privkey.pem -out fullchain.pem';
  const made = spawnSync('openssl', words.split(' '), { cwd: folder });
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr.toString()}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => socket.end());
    socket.on('close', (failed) => resolve(!failed));
    socket.on('error', () => undefined);
  });
}

/** Starts nginx before the servers at these ports of this machine, by the file that is deployed. */
export async function startNginx(servers: number[]): Promise<Proxy> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ec-nginx-'));
  chmodSync(folder, 0o755);
  makeCertificate(folder);
  const ports = { plain: await freePort(), secure: await freePort(), redirect: await freePort() };
  writeFileSync(path.join(folder, 'site.conf'), siteFor(folder, ports, servers));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log warn; worker_processes 1;
events { worker_connections 1024; }
http { ${temporary} include ${folder}/site.conf; }\n`,
  );
  const child: ChildProcess = spawn(NGINX, ['-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit');
  await vi.waitFor(async () => {
    if (child.exitCode !== null) throw new Error(readFileSync(`${folder}/error.log`, 'utf8'));
    expect(await accepts(ports.plain)).toBe(true);
  }, PATIENCE);
  return {
    origin: `http://127.0.0.1:${ports.plain}`,
    secureOrigin: `https://127.0.0.1:${ports.secure}`,
    async stop() {
      child.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
