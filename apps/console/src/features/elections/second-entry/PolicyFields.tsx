import { SECOND_ENTRY_RULES } from '@ec/contract/second-entry/policy';
import { Button, Checkbox, NumberInput, Select, TextInput } from '@mantine/core';
import { FieldRow, FormHint } from '../../../components/form/Form.tsx';
import type { FieldsOf } from '../../../components/form/use-server-form.ts';
import { isDrawing, newSeed, type PolicyValues, RULE_WORDS } from './policy-values.ts';

const RULES = SECOND_ENTRY_RULES.map((value) => ({ value, label: RULE_WORDS[value] }));

interface PolicyFieldsProps {
  form: FieldsOf<PolicyValues> & {
    tick: (name: 'entryOutsideLga') => { id: string; checked: boolean; onChange: (input: unknown) => void };
    set: (change: Partial<PolicyValues>) => void;
  };
  /** The election has gone live: results may have been drawn already. */
  live: boolean;
}

/** Which results are entered a second time, and how they are drawn. */
export function PolicyFields({ form, live }: PolicyFieldsProps) {
  const { entryRule } = form.values;
  return (
    <>
      <FormHint>
        A transcriber enters the sheet again from its photo, without seeing the officer’s figures. Such a result is
        verified once both entries match.
      </FormHint>
      <Select
        label="Entered a second time"
        data={RULES}
        allowDeselect={false}
        description={live && 'A change applies to results that are not verified yet'}
        {...form.field('entryRule')}
      />
      {isDrawing(entryRule) && (
        <FieldRow>
          <NumberInput
            label="Drawn at random"
            description={entryRule === 'flagged' ? 'Of the results without a failed check' : 'Of all results'}
            suffix="%"
            min={0}
            max={100}
            decimalScale={2}
            // What is out of bounds is said, not silently changed.
            clampBehavior="none"
            hideControls
            {...form.field('entryPercent')}
          />
          <div>
            <TextInput
              label="Seed of the draw"
              description="Published once the election is archived, so that others can repeat the draw"
              maxLength={100}
              {...form.field('entrySeed')}
            />
            <Button mt="xs" variant="default" onClick={() => form.set({ entrySeed: newSeed() })}>
              New seed
            </Button>
          </div>
        </FieldRow>
      )}
      {entryRule !== 'none' && (
        <>
          <Checkbox
            label="Sheets go to transcribers from outside their LGA first"
            classNames={{ body: 'middle', label: 'thumb' }}
            {...form.tick('entryOutsideLga')}
          />
          <NumberInput
            label="Minutes for an officer to correct a result"
            description="After that the figures from the photo may be used"
            min={1}
            max={1440}
            allowDecimal={false}
            clampBehavior="none"
            hideControls
            {...form.field('entryDeskMinutes')}
          />
        </>
      )}
    </>
  );
}
