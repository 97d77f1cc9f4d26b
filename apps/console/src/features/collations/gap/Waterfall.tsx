import { placeOfForm } from '@ec/contract/collations/chain';
import type { CollationGap, GapTerm } from '@ec/contract/collations/gap';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Column } from '../../../components/list/DataTable.tsx';
import { ListOrCards } from '../../../components/list/ListOrCards.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { DeskHint } from '../../../domain/results/DeskMark.tsx';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { collationQuery } from '../api.ts';
import styles from '../collations.module.css';
import { GAP_WORDS, signed } from '../labels.ts';
import { BothPhotos } from '../review/BothPhotos.tsx';

/** A bar of the waterfall: a whole from zero, or a step from one running total to the next. */
interface Step {
  key: string;
  label: string;
  where: string;
  from: number;
  to: number;
  whole: boolean;
  term: GapTerm | null;
}

function whereOf({ formCode, areaName, rowName, row, places }: GapTerm, constituency?: string): string {
  const rows = rowName ?? row ?? (places === undefined ? '' : formatCount(places, 'place'));
  return [`${formCode}, ${placeOfForm(areaName, constituency)}`, rows].filter(Boolean).join(' · ');
}

/** Our own count, each term by its size, and the declared figure: the steps meet both exactly. */
export function stepsOf({ own, terms, party, constituency }: CollationGap, declared: number): Step[] {
  let running = own;
  const steps = terms
    .toSorted((a, b) => Math.abs(b.votes) - Math.abs(a.votes))
    .map((term, index): Step => {
      const from = running;
      running += term.votes;
      return {
        key: `${index} ${term.kind} ${term.area} ${term.row ?? ''}`,
        label: GAP_WORDS[term.kind].label,
        where: whereOf(term, constituency?.name),
        from,
        to: running,
        whole: false,
        term,
      };
    });
  const whole = (key: string, label: string, votes: number): Step => ({
    key,
    label,
    where: party,
    from: 0,
    to: votes,
    whole: true,
    term: null,
  });
  return [whole('own', 'Our own count', own), ...steps, whole('declared', 'Stated on the form', declared)];
}

function Bar({ step, low, high }: { step: Step; low: number; high: number }) {
  const span = Math.max(1, high - low);
  const share = (value: number) => `${((value - low) / span) * 100}%`;
  const [left, right] = [Math.min(step.from, step.to), Math.max(step.from, step.to)];
  // A whole begins at the edge of the picture: its length is not compared, its end is.
  const start = step.whole ? low : left;
  return (
    <div className={styles.bar} aria-hidden>
      <span
        className={`${styles.step} ${step.whole ? styles.whole : ''}`}
        data-tone={step.whole ? undefined : step.to >= step.from ? 'ok' : 'bad'}
        style={{ left: share(start), width: `${((right - start) / span) * 100}%` }}
      />
    </div>
  );
}

/** The steps as a table with bars; each opens the form and the photos at which it arose. */
export function Waterfall({ gap, declared }: { gap: CollationGap; declared: number }) {
  const [opened, setOpened] = useState<GapTerm | null>(null);
  const steps = stepsOf(gap, declared);
  const ends = steps.flatMap(({ from, to, whole }) => (whole ? [to] : [from, to]));
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const margin = Math.max(1, (most - least) * 0.25);
  const [low, high] = [Math.max(0, least - margin), most + margin * 0.2];
  const columns: [Column<Step>, ...Column<Step>[]] = [
    {
      key: 'step',
      header: 'Step',
      cell: ({ label, where, term, whole }) => (
        <>
          <div className={whole ? 'bold' : 'medium'}>{label}</div>
          <div className="hint breaks">
            {term?.collationId ? <Link to={`/collations/${term.collationId}`}>{where}</Link> : where}
            {term && <span className="hint"> {term.area}</span>}
          </div>
          {term && <div className="quiet">{GAP_WORDS[term.kind].text}</div>}
          {term && <DeskHint desk={term.desk} />}
        </>
      ),
    },
    {
      key: 'votes',
      header: 'Votes',
      numeric: true,
      cell: ({ whole, from, to }) => (whole ? <strong>{formatNumber(to)}</strong> : signed(to - from)),
    },
    { key: 'bar', header: 'From own to declared', cell: (step) => <Bar step={step} low={low} high={high} /> },
    {
      key: 'photos',
      header: 'Photos',
      cell: ({ term, where }) =>
        term &&
        term.collationId &&
        (term.resultId ?? term.childCollationId) && (
          <Button variant="default" onClick={() => setOpened(term)}>
            Both photos<span className="spoken"> of {where}</span>
          </Button>
        ),
    },
  ];
  return (
    <>
      <ListOrCards
        label={`Steps from our own count of ${gap.party} to the form`}
        columns={columns}
        cardsBelow="md"
        rows={steps}
        rowKey={({ key }) => key}
        foot={
          gap.terms.length === 0 ? (
            <EmptyState title="Nothing changed between our own sheets and the form." />
          ) : (
            <p className="hint entry">
              {formatCount(gap.terms.length, 'step')}; together they are exactly the difference. The bars do not begin
              at zero.
            </p>
          )
        }
        empty={null}
      />
      {opened?.collationId && <TermPhotos id={opened.collationId} term={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function TermPhotos({ id, term, onClose }: { id: string; term: GapTerm; onClose: () => void }) {
  const form = useQuery(collationQuery(id)).data;
  if (!form) return null;
  const { rowName, row, resultId, childCollationId } = term;
  return (
    <BothPhotos
      form={form}
      row={{ name: rowName ?? null, childCode: row ?? null, fields: [], resultId, childCollationId }}
      onClose={onClose}
    />
  );
}
