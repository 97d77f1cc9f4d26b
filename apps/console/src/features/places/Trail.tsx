import { codeOf, NATION } from '@ec/contract/geography/location-id';
import type { LocationLink } from '@ec/contract/geography/schemas';
import { IconChevronRight } from '@tabler/icons-react';
import { MayLink } from '../../components/page/MayLink.tsx';
import { areaPath } from '../../domain/places/area-path.ts';
import { useCountChoice } from '../../domain/elections/count-choice.ts';
import { ownAreas } from '../../lib/session/may-open.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import styles from './places.module.css';

/** From the nation down to the place that is shown; steps inside one's own area lead there. */
export function Trail({ chain }: { chain: readonly LocationLink[] }) {
  const me = useCurrentMe();
  const { keep } = useCountChoice();
  const national = ownAreas(me).includes(NATION);
  const pathOf = ({ id, type }: LocationLink) => {
    if (type === 'national') return national ? '/dashboard' : null;
    return areaPath({ type, code: codeOf(id) });
  };
  return (
    <nav aria-label="Area" className={`screen ${styles.trail}`}>
      <ol>
        {chain.map((link, i) => {
          const path = pathOf(link);
          return (
            <li key={link.id}>
              {i > 0 && <IconChevronRight size={14} aria-hidden />}
              {i === chain.length - 1 ? (
                <span aria-current="page">{link.name}</span>
              ) : (
                <MayLink to={path && keep(path)}>{link.name}</MayLink>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
