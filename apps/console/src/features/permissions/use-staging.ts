import type { Level, Module } from '@ec/contract/permissions/levels';
import type { ModulePermission } from '@ec/contract/permissions/schemas';
import { useState } from 'react';
import { begin, choose, pendingOf, takeOver } from './staging.ts';

/** Choices that wait for being saved, on top of what the server says. */
export function useStaging(held: readonly ModulePermission[]) {
  const [staging, setStaging] = useState(() => begin(held));
  // While rendering and not after it: no frame shows a choice against levels that no longer hold.
  if (staging.held !== held) setStaging(takeOver(staging, held));
  return {
    pending: pendingOf(staging),
    moved: staging.moved,
    choose: (module: Module, level: Level) => setStaging((now) => choose(now, module, level)),
    clear: () => setStaging((now) => begin(now.held)),
  };
}
