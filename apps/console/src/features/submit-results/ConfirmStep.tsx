import { leadOf, overVotingWarning, totalVotes } from '@ec/contract/results/sheet';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Note } from '../../components/page/Note.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import type { DeskElection } from './api.ts';
import { figureOf, toSheetFigures, type Typed } from './figures.ts';
import { allFields, type SheetField } from './sheet-fields.ts';
import styles from './submit.module.css';

interface ConfirmStepProps {
  election: DeskElection;
  unitName: string;
  typed: Typed;
  photo: 'attached' | 'earlier' | 'none';
  /** Why it was returned, where nothing was changed since. */
  unchanged: string | null;
  busy: boolean;
  onBack: () => void;
  onSend: () => void;
}

const PHOTO = { attached: 'Attached', earlier: 'The one sent before', none: 'None' };

/** The last look before it leaves: one screen of figures and two large buttons. */
export function ConfirmStep({ election, unitName, typed, photo, unchanged, busy, onBack, onSend }: ConfirmStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus();
  }, []);
  const sheet = toSheetFigures(election, typed);
  const total = totalVotes(sheet);
  const warning = overVotingWarning(total, sheet.accreditedVoters);
  const rows = allFields(election).filter(({ path }) => path !== 'registeredVoters' || typed[path]);
  const row = ({ path, label }: SheetField) => (
    <div key={path} className={styles.sum}>
      <dt>{label}</dt>
      <dd>{formatNumber(figureOf(typed, path))}</dd>
    </div>
  );
  const parties = rows.filter((field) => field.party);
  return (
    <div className={styles.page}>
      <section className="card pad" aria-labelledby="sending">
        <h2 id="sending" ref={heading} tabIndex={-1} className={styles.big}>
          You are sending:
        </h2>
        <p className="hint above-6" style={{ margin: '2px 0 8px' }}>
          {election.name} · form {election.formCode} · {unitName}
        </p>
        <dl className="tight gap-4">{rows.filter((field) => !field.party && field.kind !== 'void').map(row)}</dl>
        <dl className={parties.length > 8 ? styles.columns : 'tight gap-4'}>{parties.map(row)}</dl>
        <dl className="tight gap-4">
          {rows.filter((field) => field.kind === 'void').map(row)}
          <div className={styles.sum}>
            <dt>Total votes cast</dt>
            <dd>{formatNumber(total)}</dd>
          </div>
          <div className={styles.sum}>
            <dt>Leading</dt>
            <dd>{leadOf(sheet.votes).leading ?? (total > sheet.voidVotes ? 'No leader' : 'No votes')}</dd>
          </div>
          <div className={styles.sum}>
            <dt>Result sheet photo</dt>
            <dd>{PHOTO[photo]}</dd>
          </div>
        </dl>
      </section>
      {warning && <Note kind="warn">{warning}</Note>}
      {unchanged !== null && (
        <Note kind="warn">
          <strong>Nothing was changed since it was returned.</strong>
          <div>Reason: {unchanged}</div>
          <div>Go back to correct it, or send it again as it is.</div>
        </Note>
      )}
      {photo === 'none' && (
        <Note kind="info">No photo is attached. A clear photo helps the Ward Administrator to approve the result.</Note>
      )}
      <div className={`${styles.footer} ${styles.two}`}>
        <Button size="lg" variant="default" onClick={onBack} disabled={busy}>
          Back
        </Button>
        <Button size="lg" onClick={onSend} loading={busy}>
          {unchanged === null ? 'Submit' : 'Send it unchanged'}
        </Button>
      </div>
    </div>
  );
}
