import type { LocationId } from '@ec/contract/geography/location-id';
import { locationType } from '@ec/contract/geography/location-id';
import { type GeographyType, MOST_REGISTERED } from '@ec/contract/geography/schemas';
import { NumberInput, TextInput } from '@mantine/core';
import { Form, FormButtons, FormHint } from '../../components/form/Form.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { PlaceFields } from '../../domain/places/PlaceFields.tsx';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import {
  levelsTo,
  narrowest,
  placeReference,
  type Places,
  placesOf,
  useReach,
} from '../../domain/places/use-places.ts';
import { addPlace, useGeographyChange } from './api.ts';
import { narrowingLevel, parentTypeOf } from './filters.ts';
import { ADD_FAILED, WORDS } from './labels.ts';

interface AddDialogProps {
  tab: GeographyType;
  /** The place that the list is narrowed to: the new one most likely lies in it. */
  place: LocationId | null;
  onClose: () => void;
}

/** Adds one place below its parent; its code is the next one that is free there. */
export function AddDialog({ tab, place, onClose }: AddDialogProps) {
  const { one } = WORDS[tab];
  const depth = narrowingLevel(tab);
  const parentType = parentTypeOf(tab);
  // Where the reader's own area is the only parent there can be, it is the parent.
  const [only, ...others] = useReach();
  const fixed = only && others.length === 0 && only.type === parentType ? only.id : null;
  const aboveWord = depth && WORDS[depth === 'lga' ? 'lgas' : (`${depth}s` as GeographyType)].one;
  const parentOf = (places: ReturnType<typeof placesOf>) => {
    const chosen = narrowest(places) ?? fixed;
    return depth && chosen !== null && locationType(chosen) === parentType ? chosen : null;
  };
  const start: { parent: Places; name: string; registeredVoters: number | '' } = {
    parent: placesOf(place ?? fixed),
    name: '',
    registeredVoters: '',
  };
  const form = useServerForm({
    id: 'geography',
    start,
    check: ({ parent, name }) => ({
      ...(depth && parentOf(parent) === null && { parent: `Choose the ${aboveWord} in which it lies` }),
      ...(name.trim() === '' && { name: 'Name is required' }),
    }),
    body: ({ parent, name, registeredVoters }) => {
      const parentId = parentOf(parent);
      return {
        type: tab,
        name: name.trim(),
        ...(parentId !== null && { parentId: String(parentId) }),
        ...(registeredVoters !== '' && { registeredVoters }),
      };
    },
    request: useGeographyChange(addPlace),
    failed: `${ADD_FAILED}.`,
    onDone: (added) => {
      const parentPlace = added.parentId !== null && depth ? placeReference(added.parentId) : '';
      const query = new URLSearchParams({ tab, q: added.name, ...(parentPlace && { place: parentPlace }) });
      const link = { to: `/geographical-data?${query}`, label: `Show the ${one}` };
      notifySuccess(`${added.name} was added with the code ${added.code}.`, { link });
      onClose();
    },
  });
  const { parent } = form.values;
  return (
    <FormDialog title={`Add New ${one}`} about={`the new ${one}`} onClose={onClose} size={560}>
      <Form label={`New ${one}`} form={form}>
        {depth && (
          <PlaceFields
            depth={depth}
            value={parent}
            onChange={(next) => form.set({ parent: next })}
            required={levelsTo(depth)}
            ids={{ [depth]: form.fieldId('parent') }}
            errors={{ [depth]: form.errors['parent'] }}
          />
        )}
        <TextInput
          label="Name"
          required
          maxLength={200}
          {...form.field('name')}
          data-autofocus={depth && parentOf(parent) === null ? undefined : true}
        />
        {tab === 'pollingUnits' && (
          <NumberInput
            label="Registered voters"
            description="As in the register; leave it empty if you do not know the number"
            min={0}
            max={MOST_REGISTERED}
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=","
            hideControls
            id={form.fieldId('registeredVoters')}
            error={form.errors['registeredVoters']}
            value={form.values.registeredVoters}
            onChange={(value) => form.set({ registeredVoters: typeof value === 'number' ? value : '' })}
          />
        )}
        <FormHint>It gets the next free code of the place in which it lies.</FormHint>
        <FormButtons form={form} submit="Add" />
      </Form>
    </FormDialog>
  );
}
