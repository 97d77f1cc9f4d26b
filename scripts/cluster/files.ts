import { readFileSync } from 'node:fs';
import type { DatabaseMachine, Layout } from './layout.ts';

const TEMPLATES = new URL('../../deploy/cluster/', import.meta.url);
const NGINX = new URL('../../deploy/nginx.conf', import.meta.url);

/** A file by its name, ready to be written. */
export type Files = Readonly<Record<string, string>>;

/** Replaces each `{{name}}` in the text; throws on a name without a value. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for {{${name}}}`);
    return String(value);
  });
}

const template = (name: string, values: Readonly<Record<string, string | number>>) =>
  fill(readFileSync(new URL(name, TEMPLATES), 'utf8'), values);

function passwordValues({ passwords }: Layout): Record<string, string> {
  return Object.fromEntries(Object.entries(passwords).map(([name, value]) => [`password_${name}`, value as string]));
}

function gateValues({ gate }: Layout): Record<string, string | number> {
  return {
    haproxy_address: gate.address,
    haproxy_primary: gate.primary,
    haproxy_replicas: gate.replicas,
    haproxy_account: gate.account,
    pgbouncer: gate.pgbouncer,
    userlist: gate.userlist,
  };
}

/** The names and addresses of the three database machines, as db1_name and so on. */
function machineValues({ databases }: Layout): Record<string, string | number> {
  return Object.fromEntries(
    databases.flatMap(({ name, address, postgres, patroni }, index) => [
      [`db${index + 1}_name`, name],
      [`db${index + 1}_address`, address],
      [`db${index + 1}_postgres`, postgres],
      [`db${index + 1}_patroni`, patroni],
    ]),
  ) as Record<string, string | number>;
}

/** What a database machine needs. */
export function databaseFiles(layout: Layout, machine: DatabaseMachine): Files {
  const { databases, network, programs } = layout;
  const values = {
    ...passwordValues(layout),
    ...machineValues(layout),
    network,
    programs,
    name: machine.name,
    address: machine.address,
    postgres: machine.postgres,
    patroni: machine.patroni,
    etcd: machine.etcd,
    etcd_peer: machine.etcdPeer,
    etcd_data: machine.etcdData,
    postgres_data: machine.postgresData,
    sockets: machine.sockets,
    pgpass: machine.pgpass,
    roles: machine.roles,
    patroni_config: machine.patroniConfig,
    etcd_hosts: databases.map(({ address, etcd }) => `${address}:${etcd}`).join(','),
    etcd_cluster: databases.map(({ name, address, etcdPeer }) => `${name}=http://${address}:${etcdPeer}`).join(','),
  };
  const names = ['etcd.env', 'patroni.yml', 'roles.sql', 'full-disk.sh', 'full-disk.service', 'restart.conf'];
  return Object.fromEntries(names.map((name) => [name, template(name, values)]));
}

/** What a machine that runs a server of ours needs; the same on each. */
export function serverFiles(layout: Layout): Files {
  const values = { ...passwordValues(layout), ...gateValues(layout), ...machineValues(layout) };
  const names = [
    'haproxy.cfg',
    'pgbouncer.ini',
    'pgbouncer-restart.conf',
    'userlist.txt',
    'database.env',
    'database-owner.env',
  ];
  return Object.fromEntries(names.map((name) => [name, template(name, values)]));
}

/** deploy/nginx.conf before servers at these addresses (`host:port`). */
export function nginxSite(servers: readonly string[]): string {
  const left = [...servers];
  return readFileSync(NGINX, 'utf8').replaceAll(/server 10\.0\.0\.1\d:3001/g, () => {
    const server = left.shift();
    if (server === undefined) throw new Error('deploy/nginx.conf names more servers than there are');
    return `server ${server}`;
  });
}
