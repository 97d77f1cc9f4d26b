import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { freePort } from '../../apps/server/src/platform/database/embedded/postgres-process.ts';
import { nginxSite } from './files.ts';
import { type Processes, waitFor } from './processes.ts';

/** The deployed file with this machine's addresses, and one port more without TLS; all else as it stands there. */
function siteHere(
  folder: string,
  ports: { plain: number; secure: number; redirect: number },
  servers: readonly string[],
): string {
  return nginxSite(servers)
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

/** Starts nginx before the servers at these addresses, by the file that is deployed, and waits until it accepts callers. */
export async function startNginx(
  processes: Processes,
  parent: string,
  servers: readonly string[],
): Promise<{ origin: string; secureOrigin: string }> {
  const folder = path.join(parent, 'nginx');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  makeCertificate(folder);
  const ports = { plain: await freePort(), secure: await freePort(), redirect: await freePort() };
  writeFileSync(path.join(folder, 'site.conf'), siteHere(folder, ports, servers));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log warn; worker_processes 1;
events { worker_connections 1024; }
http { ${temporary} include ${folder}/site.conf; }\n`,
  );
  const nginx = processes.start({
    name: 'nginx',
    command: '/usr/sbin/nginx',
    args: ['-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`],
  });
  await waitFor('nginx', () => accepts(ports.plain), nginx.output);
  return { origin: `http://127.0.0.1:${ports.plain}`, secureOrigin: `https://127.0.0.1:${ports.secure}` };
}
