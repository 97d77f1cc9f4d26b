import type { LocationType } from '@ec/contract/geography/location-id';
import type { ReactNode } from 'react';
import { areaPath } from './area-path.ts';
import { MayLink } from '../../components/page/MayLink.tsx';

interface AreaLinkProps {
  area: { type: LocationType; code: string; name: string };
  /** Where it leads, when not to the area's own page. */
  to?: string;
  children?: ReactNode;
}

/** The name of an area, as a link to its page where it has one that the reader may open. */
export function AreaLink({ area, to, children = area.name }: AreaLinkProps) {
  return <MayLink to={to ?? areaPath(area)}>{children}</MayLink>;
}
