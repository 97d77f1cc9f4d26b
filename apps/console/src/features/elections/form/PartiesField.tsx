import { OTHERS, PARTIES, partyColour } from '@ec/contract/elections/parties';
import { ActionIcon, Autocomplete, Button, Input } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { FieldGroup, FormHint } from '../../../components/form/Form.tsx';
import { Swatch } from '../../../components/figure/Swatch.tsx';
import styles from './ElectionForm.module.css';

interface PartiesFieldProps {
  value: readonly string[];
  onChange: (parties: string[]) => void;
  error: string | undefined;
  /** Why it cannot be changed. */
  fixed: string | undefined;
  /** Whether votes of other parties are counted together. */
  others: boolean;
}

const ABBREVIATION = /^[A-Z][A-Za-z0-9]{0,11}$/;

function moved(list: readonly string[], from: number, to: number): string[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** The ballot: parties in their order, added from the register or by an abbreviation of one's own. */
export function PartiesField({ value, onChange, error, fixed, others }: PartiesFieldProps) {
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const offered = Object.keys(PARTIES).filter((party) => !value.includes(party));

  const add = (raw: string) => {
    const typed = raw.trim();
    const party = Object.keys(PARTIES).find((known) => known.toLowerCase() === typed.toLowerCase()) ?? typed;
    if (party === '') return;
    if (party.toLowerCase() === OTHERS.toLowerCase()) setRefusal('Others is already on the ballot');
    else if (value.includes(party)) setRefusal(`${party} is already on the ballot`);
    else if (!ABBREVIATION.test(party)) setRefusal('A party is its abbreviation, like APC');
    else {
      setRefusal(undefined);
      setText('');
      onChange([...value, party]);
    }
  };

  return (
    <FieldGroup legend="Parties on the ballot">
      <ol className={`tight gap-2 ${styles.parties}`} aria-label="Parties in ballot order">
        {value.map((party, index) => (
          <li key={party}>
            <span className={styles.party}>
              <Swatch colour={partyColour(party)}>{party}</Swatch>
              <span className="quiet">{PARTIES[party]?.name ?? 'Added by hand'}</span>
            </span>
            {!fixed && (
              <span className="flex">
                <ActionIcon
                  variant="subtle"
                  aria-label={`Move ${party} up`}
                  disabled={index === 0}
                  onClick={() => onChange(moved(value, index, index - 1))}
                >
                  <IconArrowUp size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  aria-label={`Move ${party} down`}
                  disabled={index === value.length - 1}
                  onClick={() => onChange(moved(value, index, index + 1))}
                >
                  <IconArrowDown size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="danger"
                  aria-label={`Remove ${party}`}
                  onClick={() => onChange(value.filter((other) => other !== party))}
                >
                  <IconX size={16} />
                </ActionIcon>
              </span>
            )}
          </li>
        ))}
        {others && (
          <li>
            <span className={styles.party}>
              <Swatch colour={partyColour(OTHERS)}>{OTHERS}</Swatch>
              <span className="quiet">Always last: votes of parties that are not listed</span>
            </span>
          </li>
        )}
      </ol>
      {fixed ? (
        <FormHint>{fixed}</FormHint>
      ) : (
        <div className={styles.addRow}>
          <Autocomplete
            id="election-parties"
            label="Add a party"
            description="Choose one of the 18 registered for 2023, or type another abbreviation"
            data={offered}
            value={text}
            onChange={(next) => {
              setText(next);
              setRefusal(undefined);
            }}
            onOptionSubmit={add}
            error={refusal}
            renderOption={({ option }) => `${option.value} · ${PARTIES[option.value]?.name ?? ''}`}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add(text);
            }}
            maxDropdownHeight={220}
          />
          <Button variant="default" onClick={() => add(text)}>
            Add
          </Button>
        </div>
      )}
      {error && <Input.Error>{error}</Input.Error>}
    </FieldGroup>
  );
}
