import type { Level } from '@ec/contract/permissions/default-levels';
import type { ModulePermission } from '@ec/contract/permissions/schemas';
import { useId } from 'react';
import { Segmented } from '../../components/form/Segmented.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { CATEGORY_WORDS, LEVEL_CHOICES, LEVEL_WORDS } from './labels.ts';
import styles from './permissions.module.css';
import type { Move } from './staging.ts';

interface ModuleRowProps {
  module: ModulePermission;
  /** The choice that waits for being saved. */
  pending: Move | undefined;
  /** No page of the module opens to the role. */
  closed: boolean;
  editable: boolean;
  busy: boolean;
  onChoose: (level: Level) => void;
}

export function ModuleRow({ module, pending, closed, editable, busy, onChoose }: ModuleRowProps) {
  const id = useId();
  const level = pending?.to ?? module.permission;
  return (
    <li className={styles.module} data-pending={pending ? true : undefined}>
      <div className="shrink">
        <div className={styles.head}>
          <span className="strong" id={`${id}name`}>
            {module.moduleName}
          </span>
          <StatusChip tone="off" label={CATEGORY_WORDS[module.category]} />
          {pending && (
            <span className="old small" id={`${id}pending`}>
              <strong>(Pending)</strong> was {LEVEL_WORDS[pending.from]}
            </span>
          )}
        </div>
        <div id={`${id}text`}>
          <p className="quiet above-2">{module.description}</p>
          {module.permission !== module.default && (
            <p className="quiet above-2">Default: {LEVEL_WORDS[module.default]}</p>
          )}
          {closed && <p className="quiet above-2">Pages of this module are not open to this role.</p>}
        </div>
      </div>
      {editable ? (
        <div className={styles.levels}>
          <Segmented
            aria-labelledby={`${id}name`}
            aria-describedby={pending ? `${id}pending ${id}text` : `${id}text`}
            wide
            data={LEVEL_CHOICES}
            value={level}
            readOnly={busy}
            onChange={onChoose}
          />
        </div>
      ) : (
        <span className="bold">{LEVEL_WORDS[level]}</span>
      )}
    </li>
  );
}
