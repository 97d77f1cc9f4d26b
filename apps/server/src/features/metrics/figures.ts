import { Counter, Gauge, type Registry } from 'prom-client';
import { VERSION } from '../../platform/runtime/version.ts';
import type { Reads } from '../../platform/database/reads.ts';

/** A number, or one per value of the figure's label. */
export type Value = number | Record<string, number>;

interface Figure {
  help: string;
  label?: string;
}

/** The figures of the installation and this process. Names end in their unit. */
const FIGURES = {
  ec_database_up: { help: '1 while the database answers this process' },
  ec_election_mode: { help: '1 while election mode is on' },
  ec_database_read_connections: { help: "This process's connections for reads", label: 'state' },
  ec_database_write_connections: { help: "This process's connections for writes", label: 'state' },
  ec_streams_open: { help: 'Consoles that hold a stream of this process open' },
  ec_event_lag_seconds: { help: 'Age of the oldest event that this process has not delivered' },
  ec_jobs: { help: 'Jobs of all processes by state', label: 'state' },
  ec_jobs_oldest_waiting_seconds: { help: 'How long the oldest job that is due has waited' },
  ec_outbox_messages: { help: 'SMS and e-mail of the last 90 days by state', label: 'state' },
  ec_outbox_oldest_waiting_seconds: { help: 'How long the oldest message that may still leave has waited' },
  ec_audit_unsealed_entries: { help: 'Audit entries that the chain does not hold yet' },
  ec_audit_unsealed_seconds: { help: 'Age of the oldest audit entry that the chain does not hold yet' },
  ec_file_store_files: { help: 'Sheets, pictures and files of reports' },
  ec_file_store_bytes: { help: 'Size of the sheets, pictures and reports, without the previews made of them' },
  ec_disk_free_bytes: { help: 'Room on the disk of the data folder' },
  ec_disk_size_bytes: { help: 'Size of the disk of the data folder' },
} as const satisfies Record<string, Figure>;
export type FigureName = keyof typeof FIGURES;

/** Adds the figures to the registry; returns a function to set one. Unknown values are omitted: a zero would look like a measurement. */
export function createFigures(registry: Registry): (name: FigureName, value: Value | undefined) => void {
  const registers = [registry];
  new Gauge({ name: 'ec_build_info', help: 'Always 1', labelNames: ['version'], registers }).set(
    { version: VERSION },
    1,
  );
  const gauges = new Map(
    Object.entries<Figure>(FIGURES).map(([name, { help, label }]) => [
      name,
      { label, gauge: new Gauge({ name, help, labelNames: label ? [label] : [], registers }) },
    ]),
  );
  return (name, value) => {
    const { gauge, label = '' } = gauges.get(name) ?? {};
    if (typeof value === 'number') gauge?.set(value);
    else if (value) for (const [key, each] of Object.entries(value)) gauge?.set({ [label]: key }, each);
    else if (label) gauge?.reset();
    else gauge?.remove();
  };
}

/** Registers where reads that may be some seconds old went, and the lag of the replica; its series exist only with one. */
export function followReads(registry: Registry, reads: Reads): void {
  const registers = [registry];
  new Counter({
    name: 'ec_reads_total',
    help: 'Reads that may be some seconds old, by where they were',
    labelNames: ['from'],
    registers,
    collect() {
      this.reset();
      this.inc({ from: 'primary' }, reads.counts.primary);
      this.inc({ from: 'replica' }, reads.counts.replica);
    },
  });
  new Counter({
    name: 'ec_read_fallbacks_total',
    help: 'Reads that the replica failed and the primary answered',
    registers,
    collect() {
      this.reset();
      this.inc(reads.counts.failed);
    },
  });
  new Gauge({
    name: 'ec_replica_up',
    help: '1 while the replica says how far behind it is',
    labelNames: ['replica'],
    registers,
    collect() {
      if (reads.replica) this.set({ replica: reads.replica.name }, reads.replica.lagSeconds === undefined ? 0 : 1);
    },
  });
  new Gauge({
    name: 'ec_replica_lag_seconds',
    help: 'How far behind the replica is',
    labelNames: ['replica'],
    registers,
    collect() {
      this.reset();
      const { name, lagSeconds } = reads.replica ?? {};
      if (name !== undefined && lagSeconds !== undefined) this.set({ replica: name }, lagSeconds);
    },
  });
}
