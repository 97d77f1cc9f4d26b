import { type ManagedRole, MODULE_IDS } from '@ec/contract/permissions/default-levels';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { ROLES } from '@ec/contract/permissions/roles';
import { useQuery } from '@tanstack/react-query';
import { Note } from '../../components/page/Note.tsx';
import { ApiError } from '../../lib/http/api-error.ts';
import { formatCount } from '../../lib/format/format.ts';
import { fromTo, serverText } from './labels.ts';
import styles from './permissions.module.css';
import type { Move } from './staging.ts';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { rolesQuery } from './api.ts';

interface SaveBarProps {
  pending: readonly Move[];
  /** How many of them the filters hide. */
  hidden: number;
  /** What another user changed meanwhile. */
  moved: readonly Move[];
  error: unknown;
  busy: boolean;
  onSave: () => void;
  onDiscard: () => void;
  /** The modules of the role that differ from the default. */
  changed: number;
  onReset: () => void;
}

function overtakenText(moved: readonly Move[], left: number): string {
  const what = moved.map(({ moduleName, from, to }) => `${moduleName} (${fromTo(from, to)})`).join(', ');
  const rest = left > 0 ? 'Your choices are kept: check them, then save.' : 'Nothing of your choices is left to save.';
  return `Another user changed ${what} meanwhile. ${rest}`;
}

function conflictText(left: number): string {
  return left > 0
    ? 'Another user changed this role at the same time. Nothing was stored; your choices are kept: check them, then save again.'
    : 'Nothing was stored: all levels are as you chose them already.';
}

/** Says why nothing was saved, or what others did meanwhile. */
function Trouble({ pending, moved, error }: Pick<SaveBarProps, 'pending' | 'moved' | 'error'>) {
  const overtaken = error instanceof ApiError && error.code === 'CONFLICT';
  if (moved.length > 0 || overtaken) {
    return (
      <Note kind="warn" role="alert">
        {moved.length > 0 ? overtakenText(moved, pending.length) : conflictText(pending.length)}
      </Note>
    );
  }
  if (!error) return null;
  return (
    <Note kind="bad" role="alert">
      {serverText(error, 'Error saving permissions. Please try again.')}
    </Note>
  );
}

/** Stays visible above a long list: the number of staged changes, with buttons to save or discard them. */
export function SaveBar({ pending, hidden, moved, error, busy, onSave, onDiscard, changed, onReset }: SaveBarProps) {
  const id = useId();
  const none = pending.length === 0;
  return (
    <div className={styles.bar}>
      <Trouble pending={pending} moved={moved} error={error} />
      <div className="end">
        <div className={styles.state}>
          <span role="status" id={id}>
            {none ? 'Nothing to save: choose another level first.' : `${formatCount(pending.length, 'change')} pending`}
            {hidden > 0 && `, ${hidden} of them hidden by the filters`}
          </span>
          <span className="hint">
            {changed === 0
              ? `All ${MODULE_IDS.length} modules at their default`
              : `${changed} of ${MODULE_IDS.length} modules differ from the default`}
          </span>
        </div>
        <Button variant="default" disabled={changed === 0} onClick={onReset}>
          Reset to Default
        </Button>
        {!none && (
          <Button variant="default" onClick={onDiscard} disabled={busy}>
            Discard
          </Button>
        )}
        <Button onClick={onSave} loading={busy} disabled={none} aria-describedby={id}>
          Save Changes ({pending.length})
        </Button>
      </div>
    </div>
  );
}

interface SaveQuestionProps {
  roleId: ManagedRole;
  pending: readonly Move[];
  onConfirm: () => void;
  onClose: () => void;
}

/** How many people the role has, in words; without a number while it is not known. */
export function usePeopleOf(roleId: ManagedRole): string {
  const { data } = useQuery(rolesQuery);
  const people = data?.roles.find((role) => role.roleId === roleId)?.people;
  return people === undefined ? 'everybody' : formatCount(people, 'person', 'people');
}

/** Shows the users affected by a change of levels before it is saved. */
export function SaveQuestion({ roleId, pending, onConfirm, onClose }: SaveQuestionProps) {
  const { title } = ROLES[roleId];
  const people = usePeopleOf(roleId);
  return (
    <ConfirmModal opened onClose={onClose} onConfirm={onConfirm} title={`Change ${title}?`} confirmLabel="Save">
      <p className="below-10">
        This concerns {people} with the role {title} and takes effect immediately:{' '}
        {pending.map(({ moduleName, from, to }) => `${moduleName} (${fromTo(from, to)})`).join(', ')}.
      </p>
    </ConfirmModal>
  );
}
