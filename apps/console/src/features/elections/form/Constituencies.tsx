import { type ConstituencyKind, KIND_WORDS } from '@ec/contract/constituencies/kinds';
import { useQuery } from '@tanstack/react-query';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { capital } from '../../../domain/results/labels.ts';
import { byState, constituenciesQuery } from '../../../domain/places/ConstituencySelect.tsx';
import { type ChoiceProps, CoverSelect } from './CoverSelect.tsx';

interface ConstituenciesProps extends ChoiceProps {
  /** Undefined where elections of the chosen type have none. */
  kind: ConstituencyKind | undefined;
}

/** The constituencies in which the election is held, each below its state. */
export function Constituencies({ kind, ...field }: ConstituenciesProps) {
  if (kind) return <OfKind kind={kind} {...field} />;
  return <Note kind="bad">Elections of this type are not held in constituencies. Choose another coverage.</Note>;
}

function OfKind({ kind, ...field }: ConstituenciesProps & { kind: ConstituencyKind }) {
  const { data, error: failure, refetch } = useQuery(constituenciesQuery(kind));
  const [one, many] = KIND_WORDS[kind];
  if (failure && !data) {
    return <ErrorView title={`${capital(many)} could not be loaded`} error={failure} onRetry={refetch} />;
  }
  if (data?.total === 0) {
    return (
      <Note kind="info">
        No {many} are known yet. Import the constituencies of the wards on the page Geographical data first.
      </Note>
    );
  }
  const all = data?.constituencies;
  return (
    <CoverSelect
      words={{ one, many }}
      places={all?.map(({ id, units }) => ({ value: id, units }))}
      options={byState(all ?? [])}
      {...field}
    />
  );
}
