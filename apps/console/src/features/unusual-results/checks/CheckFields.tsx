import { isEarlierCheck, UNUSUAL_CHECKS, type UnusualCheck } from '@ec/contract/unusual/checks';
import { CHECK_MODES, THRESHOLD_LIMITS, THRESHOLDS_OF } from '@ec/contract/unusual/settings';
import { baseRateWords, CHECK_WORDS } from '@ec/contract/unusual/words';
import { NumberInput, Select } from '@mantine/core';
import { FieldGroup, FieldRow, FormHint } from '../../../components/form/Form.tsx';
import type { FieldsOf } from '../../../components/form/use-server-form.ts';
import {
  type CheckValues,
  MODE_WORDS,
  modeField,
  THRESHOLD_WORDS,
  thresholdField,
  thresholdHint,
} from './check-values.ts';

const MODES = CHECK_MODES.map((value) => ({ value, label: MODE_WORDS[value] }));

interface CheckFieldsProps {
  form: FieldsOf<CheckValues>;
  /** The reader may only look. */
  fixed: boolean;
}

function OneCheck({ form, fixed, check }: CheckFieldsProps & { check: UnusualCheck }) {
  return (
    <FieldGroup legend={CHECK_WORDS[check]}>
      <FormHint>{baseRateWords(check, true)}</FormHint>
      <Select
        label="What follows"
        data={MODES}
        allowDeselect={false}
        disabled={fixed}
        {...form.field(modeField(check))}
      />
      <FieldRow>
        {THRESHOLDS_OF[check].map((name) => (
          <NumberInput
            key={name}
            label={THRESHOLD_WORDS[name].label}
            description={thresholdHint(check, name)}
            suffix={THRESHOLD_WORDS[name].suffix ?? ''}
            allowDecimal={!THRESHOLD_LIMITS[name].whole}
            decimalScale={1}
            // What is out of bounds is said, not silently changed.
            clampBehavior="none"
            hideControls
            disabled={fixed}
            {...form.field(thresholdField(check, name))}
          />
        ))}
      </FieldRow>
    </FieldGroup>
  );
}

/** What follows from each check, and its thresholds. */
export function CheckFields({ form, fixed, beside }: CheckFieldsProps & { beside: boolean }) {
  return UNUSUAL_CHECKS.filter((check) => isEarlierCheck(check) === beside).map((check) => (
    <OneCheck key={check} form={form} fixed={fixed} check={check} />
  ));
}
