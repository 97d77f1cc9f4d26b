import type { GeographyItem, GeographyType } from '@ec/contract/geography/schemas';
import { Menu } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router';
import { decideAccess, gatePanel } from '@ec/contract/permissions/decide-access';
import { GEOGRAPHY_EDITORS, REGISTER_IMPORTERS } from '@ec/contract/permissions/pages';
import type { ReactNode } from 'react';
import { RowMenu } from '../../components/list/RowMenu.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { tabAddress, usersAddress } from './filters.ts';
import { countOf, WORDS } from './labels.ts';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { useAccessSubject } from '../../lib/session/session.ts';

/** Ward, LGA and state: names repeat, so each row says where it lies. */
export function Within({ row }: { row: GeographyItem }) {
  return (
    <span className="quiet">
      {row.within
        .toReversed()
        .map(({ name }) => name)
        .join(', ')}
    </span>
  );
}

/** How many places of a kind lie in the row's, as a link to them. */
export function Inside({ row, type, count }: { row: GeographyItem; type: GeographyType; count: number }) {
  if (count === 0) return formatNumber(0);
  return (
    <Link to={tabAddress(type, row.id)} aria-label={`${countOf(type, count)} in ${row.name}`}>
      {formatNumber(count)}
    </Link>
  );
}

export function Users({ row }: { row: GeographyItem }) {
  if (row.count === 0) return formatNumber(0);
  const label = `${formatNumber(row.count)} ${row.count === 1 ? 'user' : 'users'} of ${row.name}`;
  return (
    <MayLink to={usersAddress(row.id)} label={label}>
      {formatNumber(row.count)}
    </MayLink>
  );
}

/** Whether something is known that prevents the deletion of the place. */
export const isHeld = ({ children, count, keptBy }: GeographyItem): boolean =>
  children > 0 || count > 0 || keptBy !== null;

interface PlaceMenuProps {
  type: GeographyType;
  row: GeographyItem;
  onDelete: () => void;
}

/** Delete, or where something is in the way the reason why not. */
export function PlaceMenu({ type, row, onDelete }: PlaceMenuProps) {
  const held = isHeld(row);
  return (
    <RowMenu label={`Actions for the ${WORDS[type].one} ${row.name}`}>
      <Menu.Item onClick={onDelete} {...(!held && { color: 'danger' })}>
        {held ? 'Why it cannot be deleted' : 'Delete'}
      </Menu.Item>
    </RowMenu>
  );
}

interface GeographersOnlyProps {
  title: string;
  /** Also those who bring the first register. */
  importers?: boolean;
  children: ReactNode;
}

/** The route opens to the super admin and to every global moderator; what stands behind it to those who may change the tree. */
export function GeographersOnly({ title, importers = false, children }: GeographersOnlyProps) {
  const decision = decideAccess(useAccessSubject(), importers ? REGISTER_IMPORTERS : GEOGRAPHY_EDITORS);
  if (decision.allowed) return children;
  const reasons = gatePanel(decision).lines;
  return (
    <Page title={title}>
      <Panel>
        <div className="gate" role="alert">
          <IconLock size={28} aria-hidden className="faint" />
          <h2>Access Denied</h2>
          <p>You don't have permission to access this page.</p>
          {(decision.reason === 'role' ? reasons.slice(1) : reasons).map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          <p>
            The roles above maintain the places, so that the role that creates accounts does not change the register.{' '}
            <Link to="/users?role=national_admin">Find a National Admin</Link>
          </p>
        </div>
      </Panel>
    </Page>
  );
}
