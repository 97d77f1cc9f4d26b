import {
  CHANGE_KINDS,
  type ChangeKind,
  type RegisterImport,
  type RegisterPreview,
} from '@ec/contract/geography/register-import';
import { Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Figure, Figures } from '../../components/figure/Figure.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { ChangeList, RefusedList } from './ChangeList.tsx';
import { previewQuery } from './api.ts';
import { CHANGE_WORDS, countOf } from './labels.ts';

const REFUSED = 'refused';
const SHOWN = { kind: '' };

/** All places of a kind of change, wards and units together. */
function totalOf(preview: RegisterPreview, kind: ChangeKind): number {
  if (kind === 'registered') return preview.registered.count.pollingUnits;
  const { wards, pollingUnits } = preview[kind].count;
  return wards + pollingUnits;
}

/** The first list that holds anything; what is wrong comes before all. */
function firstOf(preview: RegisterPreview): string {
  if (preview.refused.count > 0) return REFUSED;
  return CHANGE_KINDS.find((kind) => totalOf(preview, kind) > 0) ?? 'added';
}

function Counts({ preview }: { preview: RegisterPreview }) {
  const { added, renamed, registered, missing, counts, refused } = preview;
  const both = ({ wards, pollingUnits }: { wards: number; pollingUnits: number }) =>
    `${countOf('wards', wards)}, ${countOf('pollingUnits', pollingUnits)}`;
  return (
    <Figures>
      <Figure label="Added" value={totalOf(preview, 'added')} note={both(added.count)} />
      <Figure label="Renamed" value={totalOf(preview, 'renamed')} note={both(renamed.count)} />
      <Figure
        label="Registered voters changed"
        value={registered.count.pollingUnits}
        note="polling units with another number"
      />
      <Figure label="Missing" value={totalOf(preview, 'missing')} note={`${both(missing.count)}, left as they are`} />
      <Figure label="Left as they are" value={counts.left.wards + counts.left.pollingUnits} note={both(counts.left)} />
      {refused.count > 0 && <Figure label="Refused lines" value={refused.count} note="nothing can be imported" />}
    </Figures>
  );
}

function Lists({ preview }: { preview: RegisterPreview }) {
  const [{ kind }, setShown] = useUrlState(SHOWN);
  const known = kind === REFUSED || CHANGE_KINDS.some((each) => each === kind);
  const shown = known ? kind : firstOf(preview);
  const [page, setPage] = useState(1);
  return (
    <Tabs
      value={shown}
      keepMounted={false}
      onChange={(next) => {
        setPage(1);
        setShown({ kind: next ?? '' });
      }}
    >
      <Tabs.List className="swiped">
        {CHANGE_KINDS.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {CHANGE_WORDS[each].tab} ({formatNumber(totalOf(preview, each))})
          </Tabs.Tab>
        ))}
        <Tabs.Tab value={REFUSED}>Refused ({formatNumber(preview.refused.count)})</Tabs.Tab>
      </Tabs.List>
      {CHANGE_KINDS.map((each) => (
        <Tabs.Panel key={each} value={each}>
          <ChangeList kind={each} preview={preview} page={page} onPage={setPage} />
        </Tabs.Panel>
      ))}
      <Tabs.Panel value={REFUSED}>
        <RefusedList refused={preview.refused} page={page} onPage={setPage} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** What the file would change, before anything is stored. */
export function Preview({ one, children }: { one: RegisterImport; children: (preview: RegisterPreview) => ReactNode }) {
  const { data: preview, error, refetch } = useQuery(previewQuery(one));
  if (!preview) {
    return error ? (
      <ErrorView title="What the file changes could not be loaded" error={error} onRetry={refetch} />
    ) : (
      <Skeleton height={240} />
    );
  }
  return (
    <>
      <Counts preview={preview} />
      {children(preview)}
      <Lists preview={preview} />
    </>
  );
}
