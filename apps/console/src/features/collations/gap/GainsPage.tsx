import type { CollationGains } from '@ec/contract/collations/gap';
import { partyColour } from '@ec/contract/elections/parties';
import { codeOf, NATION } from '@ec/contract/geography/location-id';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Swatch } from '../../../components/figure/Swatch.tsx';
import { type Column, DataTable } from '../../../components/list/DataTable.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { latePart } from '../../../components/page/late-part.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { formatNumber } from '../../../lib/format/format.ts';
import { gainsQuery } from '../api.ts';
import styles from './gains.module.css';
import { LEVEL_WORDS } from '../../../domain/collations/words.ts';
import { ExportMenu, gainsExports } from '../ExportMenu.tsx';
import { GAP_WORDS, signed } from '../labels.ts';
import { type AreaChoiceState, useAreaChoice } from '../use-area-choice.tsx';
import { ComparisonPage } from './ComparisonPage.tsx';

// The outlines of the states are heavier than the rest of the page, so they come after it.
const GainsMap = latePart(async () => (await import('./GainsMap.tsx')).GainsMap, 'The map', <Skeleton height={420} />);

/** What each party gained and lost between our own sheets and what was declared, by form and by place. */
export function GainsPage() {
  const choice = useAreaChoice({ constituency: true });
  return (
    <ComparisonPage
      title="Gains and losses by form"
      choice={choice}
      query={useQuery(gainsQuery(choice.asked))}
      actions={(gains) => gains && <ExportMenu choices={gainsExports(choice.asked, gains.constituency)} />}
    >
      {(gains) => <Gains gains={gains} choice={choice} />}
    </ComparisonPage>
  );
}

interface PartyRow {
  party: string;
  own: number;
  declared: number | null;
}

function Gains({ gains, choice }: { gains: CollationGains; choice: AreaChoiceState }) {
  const { parties, own, declared, levels, areas } = gains;
  const { area, link } = choice;
  const rows: PartyRow[] = parties.map((party) => ({
    party,
    own: own[party] ?? 0,
    declared: declared ? (declared[party] ?? 0) : null,
  }));
  const columns: Column<PartyRow>[] = [
    {
      key: 'party',
      header: 'Party',
      cell: ({ party }) => <Link to={link('gap', area, party)}>{party}</Link>,
    },
    { key: 'own', header: 'Our own count', numeric: true, cell: (row) => formatNumber(row.own) },
    { key: 'declared', header: 'On the form', numeric: true, cell: (row) => formatNumber(row.declared) },
    {
      key: 'gap',
      header: 'Difference',
      numeric: true,
      cell: (row) => (row.declared === null ? '–' : signed(row.declared - row.own)),
    },
  ];
  // The parties that gained or lost anywhere, those with the largest change first.
  const size = (party: string) =>
    Math.max(
      ...[...levels.map(({ votes }) => votes), ...areas.map(({ changed }) => changed)].map((votes) =>
        Math.abs(votes[party] ?? 0),
      ),
      0,
    );
  const moved = parties.filter((party) => size(party) > 0).toSorted((a, b) => size(b) - size(a));
  const partyColumns = <Row,>(votesOf: (row: Row) => Record<string, number>): Column<Row>[] =>
    moved.map((party) => ({
      key: party,
      header: party,
      head: <Swatch colour={partyColour(party, choice.election?.looks)}>{party}</Swatch>,
      numeric: true,
      cell: (row) => signed(votesOf(row)[party] ?? 0),
    }));
  const none = <EmptyState title="No form held here differs from our own sheets or from the forms below it." />;
  return (
    <>
      <Panel flush>
        <h2 className="spoken">Own count and form</h2>
        <DataTable
          label="Own count and form by party"
          columns={columns}
          rows={rows.toSorted((a, b) => b.own - a.own)}
          rowKey={({ party }) => party}
          empty={none}
        />
      </Panel>
      {area === codeOf(NATION) && <GainsMap gains={gains} choice={choice} />}
      <Panel title="By form" note="Votes that the form adds or takes away" flush>
        <DataTable
          label="Gains and losses by form"
          columns={[
            {
              key: 'form',
              header: 'Form',
              cell: ({ formCode, level, kind }) => (
                <div className={styles.step}>
                  <div className="medium">
                    {formCode} <span className="hint">{LEVEL_WORDS[level]}</span>
                  </div>
                  <div className="quiet">{GAP_WORDS[kind].label}</div>
                </div>
              ),
            },
            { key: 'places', header: 'Places', numeric: true, cell: ({ places }) => formatNumber(places) },
            ...partyColumns<CollationGains['levels'][number]>(({ votes }) => votes),
          ]}
          rows={levels}
          rowKey={({ formCode, level, kind }) => `${level} ${formCode} ${kind}`}
          empty={none}
        />
      </Panel>
      <Panel title="By place" note="Net shift between our own sheets and the forms in it" flush>
        <DataTable
          label="Gains and losses by place"
          columns={[
            {
              key: 'place',
              header: 'Place',
              cell: ({ code, name }) => (
                <>
                  <Link to={link('gains', code)}>{name}</Link> <span className="hint nowrap">{code}</span>
                </>
              ),
            },
            { key: 'places', header: 'Changes', numeric: true, cell: ({ places }) => formatNumber(places) },
            ...partyColumns<CollationGains['areas'][number]>(({ changed }) => changed),
          ]}
          rows={areas}
          rowKey={({ code }) => code}
          empty={none}
        />
      </Panel>
    </>
  );
}
