import { Me } from '@ec/contract/auth/schemas';
import { type ImportStanding, ImportStarted } from '@ec/contract/geography/register-import';
import type { Role } from '@ec/contract/permissions/roles';
import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type * as z from 'zod/mini';
import { stubEventSource } from './event-source.ts';
import { meOf, signedInOnDevice } from './people.ts';
import { renderConsole } from './render.tsx';
import { freshId } from './results.ts';
import { type Call, ok, serve } from './server.ts';
import { stubUploads } from './uploads.ts';

/** What pages of imports need of the browser. */
export function stubForImports(): void {
  stubEventSource();
  stubUploads();
  signedInOnDevice();
}

/** A file that waits for a decision. */
export const WAITING = {
  fileName: 'file.csv',
  state: 'waiting',
  done: 1,
  rows: 2,
  error: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  endedAt: null,
} satisfies z.input<typeof ImportStanding>;

/** The end of a file with a line to mend. */
export const REFUSED = {
  state: 'failed',
  error: {
    code: 'IMPORT_INVALID',
    message: 'Lines that cannot be imported: 1.',
    count: 1,
    lines: [{ line: 3, message: 'APC: -3 is no whole number of zero or more' }],
  },
} satisfies Partial<z.input<typeof ImportStanding>>;

interface ImportCalls<S extends z.ZodMiniType> {
  /** The path of the call that takes the file; an import has its id below it. */
  path: string;
  answer: S;
  /** The states of the import, one after the other. */
  states: (z.input<S> & { id: string })[];
  role: Role;
  handlers: Record<string, (call: Call) => Response>;
}

/** A page with an import. */
export function openImport<S extends z.ZodMiniType>(
  page: string,
  { path, answer, states, role, handlers }: ImportCalls<S>,
) {
  const id = states[0]?.id ?? freshId();
  const left = [...states];
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf(role)),
    [`GET ${path}/${id}`]: () => {
      const [now] = left;
      if (!now) throw new Error('The page asks for an import that is not there');
      if (left.length > 1) left.shift();
      return ok(answer, now);
    },
    [`POST ${path}`]: () => ok(ImportStarted, { id }, 202),
    ...handlers,
  });
  return { ...renderConsole(page), calls };
}

/** The line of `REFUSED` is shown, and nothing can be stored. */
export async function expectLineToMend(store: string): Promise<void> {
  const table = await screen.findByRole('table', { name: 'Lines to mend' });
  expect(within(table).getByRole('row', { name: /^3/ })).toHaveTextContent('no whole number');
  expect(screen.queryByRole('button', { name: store })).not.toBeInTheDocument();
}
