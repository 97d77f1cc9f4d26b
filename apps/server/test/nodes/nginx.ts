import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startNginx as start } from '../../../../scripts/cluster/nginx.ts';
import { createProcesses } from '../../../../scripts/cluster/processes.ts';

export const hasNginx = () => existsSync('/usr/sbin/nginx');

export interface Proxy {
  /** Where a phone reaches the servers. */
  origin: string;
  /** The same with TLS, by a self-signed certificate. */
  secureOrigin: string;
  stop(): Promise<void>;
}

/** Starts nginx before the servers at these ports of this machine, by the file that is deployed. */
export async function startNginx(servers: number[]): Promise<Proxy> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ec-nginx-'));
  chmodSync(folder, 0o755);
  const processes = createProcesses(folder);
  const addresses = servers.map((port) => `127.0.0.1:${port}`);
  return { ...(await start(processes, folder, addresses)), stop: () => processes.end() };
}
