import type { ManagedRole } from '@ec/contract/permissions/default-levels';
import { ROLES } from '@ec/contract/permissions/roles';
import { useQuery } from '@tanstack/react-query';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { rolesQuery } from './api.ts';
import { fromTo } from './labels.ts';
import type { Move } from './staging.ts';

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
