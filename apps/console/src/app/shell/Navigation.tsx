import { menuFor } from '@ec/contract/access';
import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { signOut, useAccessSubject } from '../../lib/session.ts';
import styles from './Navigation.module.css';
import { Profile } from './Profile.tsx';
import { SchemeToggle } from './SchemeToggle.tsx';
import { SpotlightButton } from './SpotlightButton.tsx';

interface NavigationProps {
  /** On a phone the tools that the header has no room for stand here. */
  withTools?: boolean;
}

export function Navigation({ withTools = false }: NavigationProps) {
  const items = menuFor(useAccessSubject());
  const groups = [...new Set(items.map((item) => item.group))];
  return (
    <nav aria-label="Main" className={styles.nav}>
      <Profile />
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          {group !== 'Overview' && (
            <div className={styles.group} aria-hidden>
              {group}
            </div>
          )}
          {items
            .filter((item) => item.group === group)
            .map((item) => (
              <NavLink key={item.path} to={item.path} className={styles.link ?? ''}>
                {item.label}
              </NavLink>
            ))}
        </div>
      ))}
      {withTools && (
        <div className={styles.tools}>
          <SpotlightButton />
          <SchemeToggle />
          <Button variant="default" leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
            Log out
          </Button>
        </div>
      )}
    </nav>
  );
}
