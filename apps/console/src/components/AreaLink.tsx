import type { LocationType } from '@ec/contract/location-id';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { areaPath } from '../lib/area-path.ts';

interface AreaLinkProps {
  area: { type: LocationType; code: string; name: string };
  /** Where it leads, when not to the area's own page. */
  to?: string;
  children?: ReactNode;
}

/** The name of an area, as a link to its page where it has one. */
export function AreaLink({ area, to, children = area.name }: AreaLinkProps) {
  const path = to ?? areaPath(area);
  return path ? <Link to={path}>{children}</Link> : <span>{children}</span>;
}
