import { MANAGED_ROLES, type ManagedRole } from '@ec/contract/permissions/default-levels';
import { ROLES } from '@ec/contract/permissions/roles';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { formatCount } from '../../lib/format/format.ts';
import { rolesQuery } from './api.ts';
import styles from './permissions.module.css';
import { tile } from '../../lib/format/css-values.ts';

/** The managed roles, each with how many people a change reaches. The search and the category stay when another is opened. */
export function RoleList({ current }: { current: ManagedRole }) {
  const { data, error, refetch } = useQuery(rolesQuery);
  const [params] = useSearchParams();
  const addressOf = (role: ManagedRole) => {
    const next = new URLSearchParams(params);
    next.set('role', role);
    return `?${next.toString()}`;
  };
  return (
    <nav aria-label="Roles">
      <ul className="tiles gap-8" style={tile(150)}>
        {MANAGED_ROLES.map((role) => {
          const known = data?.roles.find(({ roleId }) => roleId === role);
          return (
            <li key={role}>
              <Link
                to={addressOf(role)}
                preventScrollReset
                className={styles.role}
                aria-current={role === current ? 'true' : undefined}
              >
                <span className="bold">{ROLES[role].title}</span>{' '}
                <span className="hint">
                  {known ? (
                    <>
                      {formatCount(known.people, 'person', 'people')}
                      {known.changed > 0 && ` · ${known.changed} changed`}
                    </>
                  ) : error ? (
                    'Number of people not known'
                  ) : (
                    <Skeleton component="span" display="inline-block" height={10} width={70} />
                  )}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      {error && !data && (
        <p className="hint para" role="alert">
          The numbers could not be loaded.{' '}
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
    </nav>
  );
}
