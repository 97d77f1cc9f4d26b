export interface Verdict {
  lines: string[];
  ok: boolean;
}

export function judge(found: unknown): Verdict | undefined;
export function auditDependencies(): Promise<0 | 1 | undefined>;
