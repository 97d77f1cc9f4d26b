import { Counter, Gauge, type Registry } from 'prom-client';
import type { Reads } from '../../platform/database/reads.ts';

/** Registers where calls read and the lag of each replica; the replica series exist only with replicas. */
export function followReads(registry: Registry, reads: Reads): void {
  const registers = [registry];
  new Counter({
    name: 'ec_reads_total',
    help: 'Readings (of a call, of figures that many share, of a report or an export), by where they were',
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
    help: 'Statements that a replica failed and the primary answered',
    registers,
    collect() {
      this.reset();
      this.inc(reads.counts.failed);
    },
  });
  new Gauge({
    name: 'ec_replica_up',
    help: '1 while the replica answers and follows the database, however far behind',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const { name, up } of reads.replicas) this.set({ replica: name }, up ? 1 : 0);
    },
  });
  new Gauge({
    name: 'ec_replica_lag_seconds',
    help: 'How long ago the replica was last known to hold all that had been committed',
    labelNames: ['replica'],
    registers,
    collect() {
      this.reset();
      for (const { name, behindMs } of reads.replicas) {
        if (behindMs !== undefined) this.set({ replica: name }, behindMs / 1000);
      }
    },
  });
}
