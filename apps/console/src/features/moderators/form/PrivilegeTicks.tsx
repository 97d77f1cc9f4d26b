import { flags, type Privilege, type PrivilegeFlags, PRIVILEGES } from '@ec/contract/permissions/privileges';
import type { ModeratorRole } from '@ec/contract/permissions/privileges';
import { ROLES } from '@ec/contract/permissions/roles';
import { Button, Checkbox } from '@mantine/core';
import { GROUPED_PRIVILEGES } from '../labels.ts';
import styles from '../moderators.module.css';
import { isUsed } from './privilege-form.ts';

interface PrivilegeTicksProps {
  role: ModeratorRole;
  granted: PrivilegeFlags;
  onChange: (granted: PrivilegeFlags) => void;
}

/** The privileges under their headings; one that the role has no use for cannot be ticked and says so. */
export function PrivilegeTicks({ role, granted, onChange }: PrivilegeTicksProps) {
  const line = (id: Privilege) =>
    isUsed(role, id) ? PRIVILEGES[id].opens : `A ${ROLES[role].title} has no use for it.`;
  return (
    <>
      <div className="row">
        <Button variant="default" size="xs" onClick={() => onChange(flags((id) => isUsed(role, id)))}>
          Select all
        </Button>
        <Button variant="default" size="xs" onClick={() => onChange(flags(() => false))}>
          Select none
        </Button>
      </div>
      <div className={styles.ticks}>
        {GROUPED_PRIVILEGES.map(({ title, ids }) => (
          <div key={title} className={styles.tickGroup} role="group" aria-label={title}>
            <h4 className="hint medium">{title}</h4>
            {ids.map((id) => (
              <Checkbox
                key={id}
                label={PRIVILEGES[id].title}
                description={line(id)}
                disabled={!isUsed(role, id)}
                checked={granted[id] && isUsed(role, id)}
                onChange={(event) => onChange({ ...granted, [id]: event.currentTarget.checked })}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
