import { fieldNames } from '@ec/contract/collations/figures';
import { PUBLISHED_STATES, type PublishedState } from '@ec/contract/collations/published';
import type { CollationPlace } from '@ec/contract/collations/schemas';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { Form, FormButtons, FieldGroup, FieldRow } from '../../../components/form/Form.tsx';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { useEnterPublished } from '../api.ts';
import { cellText } from '../entry/grid.ts';
import { PUBLISHED_WORDS } from '../../../domain/collations/published-sheets.ts';
import { fieldWord } from '../../../domain/collations/words.ts';

const START: { state: PublishedState; note: string; figures: Readonly<Record<string, string>> } = {
  state: 'figures',
  note: '',
  figures: {},
};

interface EnterPublishedProps {
  electionId: string;
  unit: CollationPlace;
  parties: readonly string[];
  onClose: () => void;
}

/** Copies what the portal shows of one unit, without our own figures beside it. */
export function EnterPublished({ electionId, unit, parties, onClose }: EnterPublishedProps) {
  const enter = useEnterPublished();
  // The published EC8A has neither a sum of its votes nor a total of its own here: both follow.
  const names = fieldNames(parties).filter((name) => name !== 'valid' && name !== 'total');
  const form = useServerForm({
    id: 'published',
    start: START,
    body: ({ state, note, figures }) => {
      const value = (name: string) => (figures[name] ? Number(figures[name]) : null);
      return {
        electionId,
        pollingUnitId: unit.code,
        state,
        ...(state === 'figures' && {
          figures: {
            registered: value('registered'),
            accredited: value('accredited'),
            rejected: value('rejected'),
            votes: Object.fromEntries(parties.map((party) => [party, value(`votes.${party}`)])),
          },
        }),
        ...(note.trim() !== '' && { note }),
      };
    },
    request: enter,
    failed: 'The published sheet could not be stored',
    onDone: () => {
      notifySuccess(`What the portal shows of ${unit.name} is stored.`);
      onClose();
    },
  });
  const { state, figures } = form.values;
  const empty = state === 'figures' && names.every((name) => !figures[name]);
  return (
    <FormDialog title={`Published sheet of ${unit.name}`} about="the published sheet" onClose={onClose}>
      <Form label="Published sheet" form={form}>
        <NativeSelect
          label="On the portal"
          data={PUBLISHED_STATES.map((value) => ({ value, label: PUBLISHED_WORDS[value].label }))}
          {...form.field('state')}
        />
        {state === 'figures' && (
          <FieldGroup legend="Figures of the published sheet" id={form.fieldId('figures')}>
            <FieldRow>
              {names.map((name) => (
                <TextInput
                  key={name}
                  label={fieldWord(name)}
                  inputMode="numeric"
                  autoComplete="off"
                  value={figures[name] ?? ''}
                  onChange={(event) =>
                    form.set({ figures: { ...figures, [name]: cellText(event.currentTarget.value) } })
                  }
                />
              ))}
            </FieldRow>
          </FieldGroup>
        )}
        <Textarea label="Note (may be left out)" rows={2} maxLength={1000} {...form.field('note')} />
        <FormButtons
          form={form}
          submit="Store"
          blocked={empty ? 'Enter the figures, or say what is wrong.' : undefined}
        />
      </Form>
    </FormDialog>
  );
}
