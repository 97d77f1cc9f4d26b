import { z } from 'zod/mini';

/** One database machine: where its etcd member, Patroni and PostgreSQL listen and keep what is theirs. */
export interface DatabaseMachine {
  name: string;
  address: string;
  postgres: number;
  patroni: number;
  etcd: number;
  etcdPeer: number;
  etcdData: string;
  postgresData: string;
  sockets: string;
  pgpass: string;
  /** The file of roles.sql. */
  roles: string;
  patroniConfig: string;
}

/** A server's way to the databases: HAProxy and PgBouncer, on its own machine. */
export interface Gate {
  address: string;
  primary: number;
  replicas: number;
  pgbouncer: number;
  userlist: string;
  /** HAProxy's lines about the account that it runs as; empty where it is started by that account. */
  account: string;
}

export interface Passwords {
  superuser: string;
  replicator: string;
  rewind: string;
  restapi: string;
  owner: string;
  application: string;
}

/** All addresses of a cluster; of the look on one machine, or of an operator's machines. */
export interface Layout {
  /** Whom PostgreSQL lets in, with a password. */
  network: string;
  /** The folder of PostgreSQL's programs. */
  programs: string;
  databases: readonly [DatabaseMachine, DatabaseMachine, DatabaseMachine];
  gate: Gate;
  passwords: Passwords;
}

const Machine = z.strictObject({
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  address: z.string().check(z.minLength(1)),
});
const THREE = z.tuple([Machine, Machine, Machine]);

/** An operator's file of machines (deploy/cluster/machines.example.json). */
export const Machines = z.strictObject({
  network: z.string().check(z.minLength(1)),
  /** PostgreSQL's major version on the database machines. */
  postgresql: z.int(),
  proxy: Machine,
  servers: THREE,
  databases: THREE,
});
export type Machines = z.infer<typeof Machines>;

function debianMachine({ name, address }: z.infer<typeof Machine>): DatabaseMachine {
  return {
    name,
    address,
    postgres: 5432,
    patroni: 8008,
    etcd: 2379,
    etcdPeer: 2380,
    etcdData: '/var/lib/etcd/election-console',
    postgresData: '/var/lib/postgresql/election-console',
    sockets: '/var/run/postgresql',
    pgpass: '/var/lib/postgresql/.pgpass-patroni',
    roles: '/etc/patroni/roles.sql',
    patroniConfig: '/etc/patroni/config.yml',
  };
}

/** The places that Debian's packages use, on an operator's machines. */
export function debianLayout({ network, postgresql, databases }: Machines, passwords: Passwords): Layout {
  const [first, second, third] = databases;
  return {
    network,
    programs: `/usr/lib/postgresql/${postgresql}/bin`,
    databases: [debianMachine(first), debianMachine(second), debianMachine(third)],
    gate: {
      address: '127.0.0.1',
      primary: 5000,
      replicas: 5001,
      pgbouncer: 6432,
      userlist: '/etc/pgbouncer/userlist.txt',
      account: 'user haproxy\n  group haproxy',
    },
    passwords,
  };
}
