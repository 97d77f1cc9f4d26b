import type { LocationId } from '@ec/contract/location-id';
import { locationType } from '@ec/contract/location-id';
import type { GeographyType } from '@ec/contract/locations';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Form, FormFoot, FormHint } from '../../components/Form.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { type FormProblem, FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { PlaceFields } from '../../components/PlaceFields.tsx';
import { errorMessage, fieldErrors } from '../../lib/api-error.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { levelsTo, narrowest, placeReference, placesOf, useReach } from '../../lib/use-places.ts';
import { addPlace, useGeographyChange } from './api.ts';
import { narrowingLevel, parentTypeOf } from './filters.ts';
import { ADD_FAILED, WORDS } from './labels.ts';

interface AddDialogProps {
  tab: GeographyType;
  /** The place that the list is narrowed to: the new one most likely lies in it. */
  place: LocationId | null;
  onClose: () => void;
}

const NAME = 'geography-name';
const PARENT = 'geography-parent';

/** Adds one place below its parent; its code is the next one that is free there. */
export function AddDialog({ tab, place, onClose }: AddDialogProps) {
  const { one } = WORDS[tab];
  const depth = narrowingLevel(tab);
  const parentType = parentTypeOf(tab);
  // Where the reader's own area is the only parent there can be, it is the parent.
  const [only, ...others] = useReach();
  const fixed = only && others.length === 0 && only.type === parentType ? only.id : null;
  const [places, setPlaces] = useState(placesOf(place ?? fixed));
  const [name, setName] = useState('');
  const [attempt, setAttempt] = useState(0);
  const add = useGeographyChange(addPlace);
  const chosen = narrowest(places) ?? fixed;
  const parent = chosen !== null && locationType(chosen) === parentType ? chosen : null;
  const aboveWord = depth && WORDS[depth === 'lga' ? 'lgas' : (`${depth}s` as GeographyType)].one;

  const tried = attempt > 0;
  const missingName = tried && name.trim() === '' ? 'Name is required' : undefined;
  const missingParent = tried && depth && parent === null ? `Choose the ${aboveWord} in which it lies` : undefined;
  const refused = add.isPending ? null : add.error;
  const atName = missingName ?? fieldErrors(refused)['name'];
  const problems: FormProblem[] = [
    ...(missingParent ? [{ field: PARENT, message: missingParent }] : []),
    ...(atName ? [{ field: NAME, message: atName }] : []),
    ...(refused ? [{ message: `${ADD_FAILED}. ${errorMessage(refused)}` }] : []),
  ];

  const submit = () => {
    add.reset();
    setAttempt((count) => count + 1);
    const trimmed = name.trim();
    if (trimmed === '' || (depth && parent === null)) return;
    add.mutate(
      { type: tab, name: trimmed, ...(parent !== null && depth && { parentId: String(parent) }) },
      {
        onSuccess: (added) => {
          const parentPlace = added.parentId !== null && depth ? placeReference(added.parentId) : '';
          const query = new URLSearchParams({ tab, q: added.name, ...(parentPlace && { place: parentPlace }) });
          const link = { to: `/geographical-data?${query}`, label: `Show the ${one}` };
          notifySuccess(`${added.name} was added with the code ${added.code}.`, { link });
          onClose();
        },
        onError: () => setAttempt((count) => count + 1),
      },
    );
  };

  return (
    <FormDialog
      title={`Add New ${one}`}
      dirty={name.trim() !== ''}
      busy={add.isPending}
      about={`the new ${one}`}
      onClose={onClose}
      size={560}
    >
      {(close) => (
        <Form label={`New ${one}`} onSubmit={submit}>
          <FormErrorSummary problems={problems} attempt={attempt} />
          {depth && (
            <PlaceFields
              depth={depth}
              value={places}
              onChange={setPlaces}
              required={levelsTo(depth)}
              ids={{ [depth]: PARENT }}
              errors={{ [depth]: missingParent }}
            />
          )}
          <TextInput
            id={NAME}
            label="Name"
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={atName}
            data-autofocus={depth && parent === null ? undefined : true}
          />
          <FormHint>It gets the next free code of the place in which it lies.</FormHint>
          <FormFoot>
            <Button variant="default" onClick={close} disabled={add.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              Add
            </Button>
          </FormFoot>
        </Form>
      )}
    </FormDialog>
  );
}
