import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { type Role, NATIONAL_ROLES } from '@ec/contract/permissions/roles';
import { useState } from 'react';

/** Whether the role decides on several requests at once. */
export const mayActInBulk = (role: Role): boolean => NATIONAL_ROLES.some((national) => national === role);

/** The rows that may be ticked: those that the reader may decide. */
export const tickable = (requests: readonly ApprovalRequest[]): ApprovalRequest[] =>
  requests.filter((request) => request.can.decide);

export interface Ticks {
  /** The ticked rows of the page that may still be ticked. */
  ticked: ApprovalRequest[];
  all: boolean;
  some: boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
  set: (ids: readonly string[]) => void;
}

/**
 * The ticks of one page. They are kept by id, so that a refreshed list keeps them; a row that another user has decided
 * meanwhile counts no more. Another page or other filters (`page`) begin without any.
 */
export function useTicks(requests: readonly ApprovalRequest[], page: string): Ticks {
  const [{ of, ids }, setState] = useState<{ of: string; ids: ReadonlySet<string> }>({ of: page, ids: new Set() });
  const held = of === page ? ids : new Set<string>();
  const open = tickable(requests);
  const ticked = open.filter(({ id }) => held.has(id));
  const set = (next: Iterable<string>) => setState({ of: page, ids: new Set(next) });
  const all = open.length > 0 && ticked.length === open.length;
  return {
    ticked,
    all,
    some: ticked.length > 0,
    toggle: (id) => set(held.has(id) ? [...held].filter((other) => other !== id) : [...held, id]),
    toggleAll: () => set(all ? [] : open.map(({ id }) => id)),
    set,
  };
}
