import { KIND_WORDS } from '@ec/contract/constituencies/kinds';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import type { Location } from '@ec/contract/geography/schemas';
import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormHint } from '../../../components/form/Form.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { capital } from '../../../domain/results/labels.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { areasQuery, type CoverageType } from '../api.ts';
import { Constituencies } from './Constituencies.tsx';
import { type ChoiceProps, CoverSelect } from './CoverSelect.tsx';
import styles from './ElectionForm.module.css';
import { type ElectionValues, kindOfType } from './form-model.ts';

interface AreasFieldProps {
  values: Pick<ElectionValues, 'kind' | 'chosen' | 'type'>;
  onChange: (change: Partial<Pick<ElectionValues, 'kind' | 'chosen'>>) => void;
  error: string | undefined;
  fixed: string | undefined;
  /** Names of an election's present areas where it mixes kinds. */
  kept: string;
}

const NAMES: Record<CoverageType, { title: string; one: string; many: string }> = {
  region: { title: 'Regions', one: 'region', many: 'regions' },
  state: { title: 'States', one: 'state', many: 'states' },
  lga: { title: 'LGAs', one: 'LGA', many: 'LGAs' },
};

/** Where the election takes place. */
export function AreasField({ values, onChange, error, fixed, kept }: AreasFieldProps) {
  const { kind, chosen, type } = values;
  const constituencyKind = kindOfType(type);
  return (
    <>
      <Radio.Group
        label="Covered by"
        value={kind}
        onChange={(next) => onChange({ kind: next })}
        readOnly={Boolean(fixed)}
      >
        <div className={styles.radios}>
          <Radio value="national" label="The whole nation" disabled={Boolean(fixed)} />
          <Radio value="state" label="States" disabled={Boolean(fixed)} />
          <Radio value="region" label="Regions" disabled={Boolean(fixed)} />
          <Radio value="lga" label="LGAs" disabled={Boolean(fixed)} />
          {(constituencyKind || kind === 'constituency') && (
            <Radio
              value="constituency"
              label={constituencyKind ? capital(KIND_WORDS[constituencyKind][1]) : 'Constituencies'}
              disabled={Boolean(fixed)}
            />
          )}
          {kept && <Radio value="kept" label={`As it is: ${kept}`} disabled={Boolean(fixed)} />}
        </div>
      </Radio.Group>
      {kind === 'national' && <Nation />}
      {(kind === 'region' || kind === 'state' || kind === 'lga') && (
        <Chosen
          key={kind}
          type={kind}
          value={chosen[kind]}
          onChange={(ids) => onChange({ chosen: { ...chosen, [kind]: ids } })}
          error={error}
          disabled={Boolean(fixed)}
        />
      )}
      {kind === 'constituency' && (
        <Constituencies
          key={constituencyKind}
          kind={constituencyKind}
          value={chosen.constituency}
          onChange={(ids) => onChange({ chosen: { ...chosen, constituency: ids } })}
          error={error}
          disabled={Boolean(fixed)}
        />
      )}
      {fixed && <FormHint>{fixed}</FormHint>}
    </>
  );
}

const unitsOf = (places: readonly Location[]) => places.reduce((sum, place) => sum + place.units, 0);

function Nation() {
  const { data } = useQuery(areasQuery('state'));
  if (!data) return null;
  const units = formatCount(unitsOf(data.locations), 'polling unit');
  return <FormHint news>{`Covers ${formatCount(data.locations.length, 'state')}, ${units}`}</FormHint>;
}

function Chosen({ type, ...field }: ChoiceProps & { type: CoverageType }) {
  const { data, error: failure, refetch } = useQuery(areasQuery(type));
  const { title, one, many } = NAMES[type];
  if (failure && !data) return <ErrorView title={`${title} could not be loaded`} error={failure} onRetry={refetch} />;
  const places = data?.locations;
  return (
    <CoverSelect
      words={{ one, many }}
      places={places?.map(({ id, units }) => ({ value: String(id), units }))}
      options={type === 'lga' ? byState(places ?? []) : (places ?? []).map(option)}
      {...field}
    />
  );
}

const option = (place: Location) => ({ value: String(place.id), label: place.name });

/** LGA names repeat between states, so each stands below its state. */
function byState(lgas: readonly Location[]) {
  const groups = new Map<LocationId, { group: string; items: { value: string; label: string }[] }>();
  for (const lga of lgas) {
    const state = ancestorOf(lga.id, 'state') ?? lga.id;
    const group = groups.get(state) ?? { group: lga.chain.find((link) => link.id === state)?.name ?? '', items: [] };
    group.items.push(option(lga));
    groups.set(state, group);
  }
  return [...groups.values()];
}
