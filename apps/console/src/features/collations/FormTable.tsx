import type { Collation } from '@ec/contract/collations/schemas';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import type { Column } from '../../components/list/DataTable.tsx';
import { type CardParts, ListOrCards } from '../../components/list/ListOrCards.tsx';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import type { Paging } from '../../lib/hooks/paging.ts';
import styles from './collations.module.css';
import { formName, SOURCE_WORDS, STATUS_WORDS } from './labels.ts';

function Form({ form }: { form: Collation }) {
  return (
    <>
      <div className={styles.name}>
        <Link to={`/collations/${form.id}`}>{formName(form)}</Link>
      </div>
      <div className="hint">{form.areaCode}</div>
    </>
  );
}

function State({ form }: { form: Collation }) {
  return (
    <span className="row gap-6">
      <StatusChip {...STATUS_WORDS[form.status]} />
      {form.outOfDateAt && <StatusChip tone="wait" label="Out of date" />}
    </span>
  );
}

const Noted = ({ form }: { form: Collation }) =>
  form.flags.length === 0 ? (
    <span className="quiet">Nothing noted</span>
  ) : (
    <ul>
      {form.flags.map(({ code, message, at }) => (
        <li key={code}>
          {message}
          {code !== 'NO_PHOTO' && at.length > 1 && ` (${formatNumber(at.length)})`}
        </li>
      ))}
    </ul>
  );

const Entered = ({ form }: { form: Collation }) => (
  <>
    <TimeText moment={form.submittedAt} />
    <div className="hint">
      {SOURCE_WORDS[form.source].label}, {form.submittedBy.name}
    </div>
  </>
);

const COLUMNS: [Column<Collation>, ...Column<Collation>[]] = [
  { key: 'form', header: 'Form', cell: (form) => <Form form={form} /> },
  { key: 'election', header: 'Election', cell: ({ electionName }) => electionName },
  { key: 'rows', header: 'Rows', numeric: true, cell: ({ rowCount }) => formatNumber(rowCount) },
  { key: 'noted', header: 'Noted', cell: (form) => <Noted form={form} /> },
  { key: 'entered', header: 'Entered', cell: (form) => <Entered form={form} /> },
  { key: 'state', header: 'State', cell: (form) => <State form={form} /> },
];

const cardOf = (form: Collation): CardParts => ({
  head: <Form form={form} />,
  side: <State form={form} />,
  body: <Noted form={form} />,
  facts: [
    { label: 'Election', value: form.electionName },
    { label: 'Rows', value: formatCount(form.rowCount, 'row') },
    { label: 'Entered', value: <Entered form={form} /> },
  ],
});

interface FormTableProps {
  forms: readonly Collation[] | undefined;
  error: unknown;
  onRetry: () => unknown;
  empty: ReactNode;
  paging: Paging;
}

export function FormTable({ forms, ...list }: FormTableProps) {
  return (
    <ListOrCards
      label="Forms"
      chooseAs="forms"
      columns={COLUMNS}
      card={cardOf}
      rows={forms}
      rowKey={({ id }) => id}
      errorTitle="The forms could not be loaded"
      {...list}
    />
  );
}
