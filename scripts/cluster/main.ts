import { randomBytes } from 'node:crypto';
import { prepareShutdown, StartError } from '../../apps/server/src/platform/runtime/lifecycle.ts';
import { missingPackages } from './processes.ts';
import { type Cluster, startCluster } from './start-cluster.ts';
import { writeFiles } from './write-files.ts';

function announce(
  { folder, machines, servers, layout, origin, secureOrigin }: Cluster,
  admin: Record<string, string>,
): void {
  const { gate } = layout;
  const rows: [string, string][] = [
    ['nginx', `${origin}, ${secureOrigin}`],
    ...servers.map(({ process: { name }, origin: own }): [string, string] => [name, own]),
    ['HAProxy', `primary ${gate.address}:${gate.primary}, replicas ${gate.address}:${gate.replicas}`],
    ['PgBouncer', `${gate.address}:${gate.pgbouncer}`],
    ...machines.map(({ name, address, postgres, patroni, etcd }): [string, string] => [
      name,
      `PostgreSQL ${address}:${postgres}, Patroni http://${address}:${patroni}/cluster, etcd ${address}:${etcd}`,
    ]),
    ['Files and logs', folder],
    ['Super admin', `${admin['SUPER_ADMIN_PHONE']}, password ${admin['SUPER_ADMIN_PASSWORD']}`],
  ];
  console.log(`\n${rows.map(([name, text]) => `${name.padEnd(16)}${text}`).join('\n')}`);
  console.log(`\nThe cluster is ready at ${origin}. Ctrl-C ends all of it and removes its data.`);
}

async function look(): Promise<void> {
  const missing = missingPackages();
  if (missing.length > 0) {
    console.error(`Debian's packages are missing. As root: apt install ${missing.join(' ')}`);
    process.exitCode = 1;
    return;
  }
  const shutdown = prepareShutdown();
  const admin = {
    SUPER_ADMIN_PHONE: '+2348030000000',
    SUPER_ADMIN_PASSWORD: randomBytes(9).toString('base64url'),
  };
  try {
    const cluster = await startCluster({ env: admin, log: console.log });
    shutdown.add(() => cluster.remove());
    announce(cluster, admin);
    // Its programs alone would not keep this process.
    setInterval(() => undefined, 60_000);
  } catch (error) {
    console.error(error);
    await shutdown.end(1);
  }
}

function files(machines: string, folder: string): void {
  try {
    writeFiles(machines, folder);
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
}

const [what, machines, folder] = process.argv.slice(2);
if (what === undefined) await look();
else if (what === 'files' && machines !== undefined && folder !== undefined) files(machines, folder);
else {
  console.error('npm run cluster, or npm run cluster -- files MACHINES.json FOLDER');
  process.exitCode = 1;
}
