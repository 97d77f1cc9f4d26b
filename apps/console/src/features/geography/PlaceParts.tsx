import type { GeographyItem, GeographyType } from '@ec/contract/geography/schemas';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { MayLink } from '../../components/page/MayLink.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { tabAddress, usersAddress } from './filters.ts';
import { countOf, WORDS } from './labels.ts';

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

export function DeleteButton({
  type,
  row,
  onDelete,
}: {
  type: GeographyType;
  row: GeographyItem;
  onDelete: () => void;
}) {
  return (
    <ActionIcon
      className="fixed"
      variant="subtle"
      color="danger"
      aria-label={`Delete the ${WORDS[type].one} ${row.name}`}
      onClick={onDelete}
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  );
}
