import { chainOf, codeOf, type LocationId } from '@ec/contract/geography/location-id';
import type { LocationLink } from '@ec/contract/geography/schemas';
import { Link } from 'react-router';
import { areaChange, type LiveState } from './live-state.ts';
import styles from './live.module.css';

interface BreadcrumbProps {
  areaId: LocationId;
  /** Names known from the last answer; where one is missing its code stands in. */
  chain: readonly LocationLink[];
  linkTo: LiveState['linkTo'];
}

/** From the nation down to the area shown; each step leads there. */
export function Breadcrumb({ areaId, chain, linkTo }: BreadcrumbProps) {
  const ids = chainOf(areaId);
  return (
    <nav aria-label="Area" className={styles.crumbs}>
      <ol>
        {ids.map((id) => {
          const name = chain.find((link) => link.id === id)?.name ?? codeOf(id);
          return (
            <li key={id}>
              {id === areaId ? (
                <span aria-current="page">{name}</span>
              ) : (
                <Link to={linkTo(areaChange(id))}>{name}</Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
