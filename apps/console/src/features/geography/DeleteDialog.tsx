import type { GeographyItem, GeographyType } from '@ec/contract/geography/schemas';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Note } from '../../components/page/Note.tsx';
import { ApiError, errorMessage } from '../../lib/http/api-error.ts';
import { formatCount } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { deletePlace, useGeographyChange } from './api.ts';
import { tabAddress, usersAddress } from './filters.ts';
import { countOf, DELETE_FAILED, WORDS } from './labels.ts';
import { isHeld } from './PlaceParts.tsx';

/** What is known to lie in the place, each as a link to it, and which records refer to it. */
function Contents({ type, row }: { type: GeographyType; row: GeographyItem }) {
  const { below } = WORDS[type];
  const parts: ReactNode[] = [];
  if (below && row.children > 0) {
    parts.push(
      <Link key="children" to={tabAddress(below, row.id)}>
        {countOf(below, row.children)}
      </Link>,
    );
  }
  if (below && below !== 'pollingUnits' && row.units > 0) {
    parts.push(
      <Link key="units" to={tabAddress('pollingUnits', row.id)}>
        {countOf('pollingUnits', row.units)}
      </Link>,
    );
  }
  if (row.count > 0) {
    parts.push(
      <MayLink key="users" to={usersAddress(row.id)}>
        {formatCount(row.count, 'user')}
      </MayLink>,
    );
  }
  return (
    <>
      {parts.length === 0 ? (
        <p className="accents lead">No locations and no users are inside it.</p>
      ) : (
        <p className="accents lead">
          Inside it: {parts.map((part, index) => [index > 0 && ', ', part])}. It cannot be deleted while anything is
          inside it: move or delete that first.
        </p>
      )}
      {row.keptBy && (
        <p className="accents lead">
          Records refer to it: {row.keptBy}. They are kept, so {row.name} cannot be deleted.
        </p>
      )}
    </>
  );
}

/** The question before a place is deleted; where something is in the way it says what, and offers no deletion. */
export function DeleteDialog({ type, row, onClose }: { type: GeographyType; row: GeographyItem; onClose: () => void }) {
  const remove = useGeographyChange(deletePlace);
  const { one } = WORDS[type];
  const where = row.within
    .toReversed()
    .map(({ name }) => name)
    .join(', ');
  const confirm = () =>
    remove.mutate(
      { type, id: String(row.id) },
      {
        onSuccess: () => {
          notifySuccess(`${row.name} (${row.code}) was deleted.`);
          onClose();
        },
      },
    );
  const held = isHeld(row);
  const inUse = remove.error instanceof ApiError && remove.error.code === 'IN_USE';
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={held ? `${row.name} cannot be deleted` : `Delete ${row.name}?`}
      confirmLabel={held || inUse ? undefined : 'Delete'}
      busy={remove.isPending}
      danger
    >
      {!held && (
        <p className="accents lead">Are you sure you want to delete this {one}? This action cannot be undone.</p>
      )}
      <p className="accents lead">
        <b>{row.name}</b> ({row.code}){where && `, ${where}`}
      </p>
      <Contents type={type} row={row} />
      {remove.error && (
        <Note kind="bad" role="alert">
          <b>{DELETE_FAILED}</b>
          <br />
          {errorMessage(remove.error)}
        </Note>
      )}
    </ConfirmModal>
  );
}
