import type { Level, Module } from '@ec/contract/permissions/default-levels';
import { ROLES } from '@ec/contract/permissions/roles';
import type { ModulePermission, RolePermissions } from '@ec/contract/permissions/schemas';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Location } from 'react-router';
import { LeaveDialog } from '../../components/form/LeaveDialog.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useSavePermissions } from './api.ts';
import { CATEGORY_CHOICES, fromTo, isClosed, matching, NOTHING_NARROWED, roleOf } from './labels.ts';
import { ModuleRow } from './ModuleRow.tsx';
import styles from './permissions.module.css';
import { ResetDialog } from './ResetDialog.tsx';
import { SaveBar, SaveQuestion } from './SaveBar.tsx';
import { begin, choose, pendingOf, takeOver } from './staging.ts';

/** Choices that wait for being saved, on top of what the server says. */
function useStaging(held: readonly ModulePermission[]) {
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

const CHOICES = [{ key: 'category', label: 'Category', data: CATEGORY_CHOICES }];

/** What is staged belongs to one role of the page; filters may change under it. */
function leavesRole(from: Location, to: Location): boolean {
  const role = ({ search }: Location) => roleOf(new URLSearchParams(search).get('role'));
  return from.pathname !== to.pathname || role(from) !== role(to);
}

interface RoleBoardProps {
  role: RolePermissions;
  filters: { q: string; category: string };
  onFilter: (change: { q?: string; category?: string }) => void;
  /** The last reading failed, so what is shown may be old. */
  stale: boolean;
  onReload: () => unknown;
}

/** The modules of one role, with the choices that wait for being saved. */
export function RoleBoard({ role: { roleId, permissions, can }, filters, onFilter, stale, onReload }: RoleBoardProps) {
  const [resetting, setResetting] = useState(false);
  const [saving, setSaving] = useState(false);
  const staging = useStaging(permissions);
  const save = useSavePermissions(roleId);

  const { pending, moved } = staging;
  const shown = matching(permissions, filters.q, filters.category);
  const hidden = pending.filter(({ moduleId }) => shown.every((module) => module.moduleId !== moduleId));
  const changed = permissions.filter((module) => module.permission !== module.default);
  const { title } = ROLES[roleId];

  const choose = (module: Module, level: Level) => {
    // A refusal is about what was sent, not about what is chosen since.
    if (save.error) save.reset();
    staging.choose(module, level);
  };
  const submit = () => {
    setSaving(false);
    save.mutate(
      pending.map(({ moduleId, from, to }) => ({ moduleId, permission: to, expected: from })),
      {
        onSuccess: () => {
          staging.clear();
          notifySuccess('Permissions updated successfully!');
        },
      },
    );
  };
  const discard = () => {
    save.reset();
    staging.clear();
  };
  return (
    <div>
      <Panel flush>
        {/* Seen in the list of roles. */}
        <h2 className="spoken">{title}</h2>
        <FilterBar
          inPanel
          savedViews={false}
          label="Modules"
          placeholder="Name or what it lets one do"
          filters={filters}
          whole={NOTHING_NARROWED}
          onChange={onFilter}
          choices={CHOICES}
        />
        {!can.edit && (
          <div className={styles.notice}>
            <Note kind="info">View Only: changing permissions needs write access to Settings.</Note>
          </div>
        )}
        {stale && (
          <div className={styles.notice}>
            <Note kind="warn" role="alert">
              What holds now could not be loaded, so the levels below may be old.{' '}
              <Button variant="default" size="xs" onClick={() => onReload()}>
                Retry
              </Button>
            </Note>
          </div>
        )}
        {shown.length === 0 ? (
          <EmptyState
            title="No modules match your search"
            action={
              <Button variant="default" onClick={() => onFilter(NOTHING_NARROWED)}>
                Show all modules
              </Button>
            }
          />
        ) : (
          <ul aria-label={`Modules of ${title}`}>
            {shown.map((module) => (
              <ModuleRow
                key={module.moduleId}
                module={module}
                pending={pending.find(({ moduleId }) => moduleId === module.moduleId)}
                closed={isClosed(module.moduleId, roleId)}
                editable={can.edit && !isClosed(module.moduleId, roleId)}
                busy={save.isPending}
                onChoose={(level) => choose(module.moduleId, level)}
              />
            ))}
          </ul>
        )}
      </Panel>
      {can.edit && (
        <SaveBar
          pending={pending}
          hidden={hidden.length}
          moved={moved}
          error={save.error}
          busy={save.isPending}
          onSave={() => setSaving(true)}
          onDiscard={discard}
          changed={changed.length}
          onReset={() => setResetting(true)}
        />
      )}
      {saving && <SaveQuestion roleId={roleId} pending={pending} onConfirm={submit} onClose={() => setSaving(false)} />}
      {resetting && (
        <ResetDialog
          roleId={roleId}
          changed={changed}
          dropped={pending.length}
          onDone={discard}
          onClose={() => setResetting(false)}
        />
      )}
      <LeaveDialog dirty={pending.length > 0} leaves={leavesRole}>
        Not saved for {title}, and lost when you leave:{' '}
        {pending.map(({ moduleName, from, to }) => `${moduleName} (${fromTo(from, to)})`).join(', ')}.
      </LeaveDialog>
    </div>
  );
}
