import { PLACE_FIELDS, PLACE_TITLES } from '@ec/contract/users/schemas';
import { FieldGroup, FormHint } from '../../../components/form/Form.tsx';
import { PlaceFields } from '../../../domain/places/PlaceFields.tsx';
import type { LocationId } from '@ec/contract/geography/location-id';
import { levelsTo, narrowest, placesOf, useFixedPlaces, useReach } from '../../../domain/places/use-places.ts';
import { fieldId } from './report-form.ts';
import type { ReportForm } from './use-report-form.ts';

const DEPTH = 'ward';

/** The area that a report is about: the reader's own, or a place inside it. */
export function ScopeFields({ form }: { form: ReportForm }) {
  const { values, set, problems } = form;
  const fixed = useFixedPlaces();
  const own = narrowest(fixed);
  const [only, ...others] = useReach();
  const whole = others.length === 0 && only ? `the whole of ${only.name}` : 'your whole area';
  const first = levelsTo(DEPTH).find((level) => fixed[level] === null);
  const problem = problems['geographic_scope'];
  return (
    <FieldGroup legend="Geographic scope">
      <PlaceFields
        depth={DEPTH}
        value={placesOf((values.area ?? own) as LocationId | null)}
        onChange={(places) => {
          const area = narrowest(places);
          set({ area: area === own ? null : area });
        }}
        {...(first && { ids: { [first]: fieldId('geographic_scope') }, errors: { [first]: problem } })}
      />
      <FormHint>
        {values.area === null
          ? `Nothing is chosen, so the report is about ${whole}.`
          : `Clear ${first ? PLACE_TITLES[PLACE_FIELDS[first]].toLowerCase() : 'the place'} for ${whole}.`}
      </FormHint>
    </FieldGroup>
  );
}
