import type { Verdict } from './audit.mjs';

export interface Advisory {
  name: string;
  title: string;
  severity: string;
  range: string;
}

export interface AdvisoryList {
  /** The day on which the registry answered; null while it never has. */
  read: string | null;
  /** What was shipped then, each as `name@version`. */
  packages: string[];
  advisories: Advisory[];
}

export function shippedPackages(lock: { packages?: Record<string, object> }): string[];
export function compareVersions(a: string, b: string): number;
export function inRange(version: string, range: string): boolean;
export function judgeByList(
  list: AdvisoryList | undefined,
  shipped: readonly string[],
  now: number,
): Verdict | undefined;
export function readList(): AdvisoryList | undefined;
export function readShipped(): string[];
export function listOf(report: unknown, shipped: string[], now: number): AdvisoryList;
