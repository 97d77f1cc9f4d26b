import type { Config } from './config.ts';

/** Where lines go; absent: standard output. */
export interface LogTarget {
  write(line: string): void;
}

const MOST_CAUSES = 5;

interface DescribedError {
  type: string;
  message: string;
  stack: string;
  [more: string]: unknown;
}

/**
 * The log form of an error: its type, message, code and stack. Fields that a library added stay out, because they may hold a
 * row's values, an answer's headers or an account's keys.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { name, message, stack, cause } = error;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: name,
    message,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    stack: stack ?? '',
    ...(cause !== undefined && depth < MOST_CAUSES && { cause: describeError(cause, depth + 1) }),
  };
}

/** The form of the log: a JSON object a line, with its level as a word and its time as people write it. */
export function logOptions({ logLevel }: Pick<Config, 'logLevel'>, target?: LogTarget) {
  if (logLevel === 'silent') return false;
  return {
    level: logLevel,
    serializers: { err: (error: unknown) => describeError(error) },
    formatters: { level: (level: string) => ({ level }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    ...(target && { stream: target }),
  };
}
