import type { LocationId } from '@ec/contract/geography/location-id';
import { GEOGRAPHY_TYPES, type GeographyItem, type GeographyType } from '@ec/contract/geography/schemas';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { AreaLink } from '../../domain/places/AreaLink.tsx';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { errorMessage } from '../../lib/http/api-error.ts';
import { renamePlace, useGeographyChange } from './api.ts';
import styles from './geography.module.css';
import { UPDATE_FAILED } from './labels.ts';

/** A name that is being typed in place of another. */
interface Draft {
  /** The name when the editing began. */
  from: string;
  text: string;
}

export interface Renames {
  of(id: LocationId): Draft | undefined;
  set(id: LocationId, draft: Draft | null): void;
  /** The first place whose new name was typed and is not stored; null where there is none. */
  unsaved: Draft | null;
}

/** Names under work, kept by the page so that paging, searching and another tab lose nothing of them. */
export function useRenames(): Renames {
  const [drafts, setDrafts] = useState<ReadonlyMap<LocationId, Draft>>(new Map());
  return {
    of: (id) => drafts.get(id),
    set: (id, draft) =>
      setDrafts((old) => {
        const next = new Map(old);
        if (draft) next.set(id, draft);
        else next.delete(id);
        return next;
      }),
    unsaved: [...drafts.values()].find(({ from, text }) => text.trim() !== from) ?? null,
  };
}

interface RenameCellProps {
  type: GeographyType;
  row: GeographyItem;
  renames: Renames;
}

/** A place's name with its rename in place: Enter or the button saves, Escape gives up, the focus comes back. */
export function RenameCell({ type, row, renames }: RenameCellProps) {
  const draft = renames.of(row.id);
  const [problem, setProblem] = useState<string | null>(null);
  const rename = useGeographyChange(renamePlace);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(draft !== undefined);
  const open = draft !== undefined;
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus();
    wasOpen.current = open;
  }, [open]);

  if (!draft) {
    return (
      <div className={`wrap beside gap-6 ${styles.name}`}>
        <AreaLink area={{ type: GEOGRAPHY_TYPES[type], code: row.code, name: row.name }} />
        <ActionIcon
          ref={button}
          className="fixed"
          variant="subtle"
          color="gray"
          aria-label={`Rename ${row.name}`}
          onClick={() => {
            setProblem(null);
            renames.set(row.id, { from: row.name, text: row.name });
          }}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </div>
    );
  }

  const close = () => {
    setProblem(null);
    renames.set(row.id, null);
  };
  const save = () => {
    const newName = draft.text.trim();
    if (rename.isPending) return;
    if (newName === '') return setProblem('Name is required');
    if (newName === row.name) return close();
    rename.mutate(
      { type, id: String(row.id), oldName: row.name, newName },
      {
        onSuccess: () => {
          notifySuccess(`${row.name} was renamed to ${newName}.`);
          close();
        },
        onError: (error) => setProblem(`${UPDATE_FAILED}. ${errorMessage(error)}`),
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const changed = row.name !== draft.from;
  return (
    <div className={styles.edit}>
      <TextInput
        className="grow"
        aria-label={`New name of ${row.name}`}
        value={draft.text}
        maxLength={200}
        autoFocus
        readOnly={rename.isPending}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setProblem(null);
          renames.set(row.id, { ...draft, text: event.currentTarget.value });
        }}
        onKeyDown={onKeyDown}
        error={problem}
        {...(changed && { description: `Another user has named it ${row.name} in the meantime.` })}
      />
      <ActionIcon
        className="fixed"
        variant="filled"
        loading={rename.isPending}
        aria-label={`Save the name of ${row.name}`}
        onClick={save}
      >
        <IconCheck size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        className="fixed"
        variant="default"
        disabled={rename.isPending}
        aria-label={`Keep the name of ${row.name}`}
        onClick={close}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
