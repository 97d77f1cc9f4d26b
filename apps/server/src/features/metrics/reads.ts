import { Counter, Gauge, type Registry } from 'prom-client';
import type { Reads } from '../../platform/database/reads.ts';

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
