import type { SecondEntry } from '@ec/contract/second-entry/schemas';
import { GROUND_WORDS } from '@ec/contract/second-entry/words';
import { Link, useLocation } from 'react-router';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import type { Column } from '../../components/list/DataTable.tsx';
import type { CardParts } from '../../components/list/ListOrCards.tsx';
import { namesBelow } from '../../domain/places/area-path.ts';
import { DeskHint } from '../../domain/results/DeskMark.tsx';
import { EntryChip } from '../../domain/second-entry/EntryChip.tsx';
import { ageText, formatExact } from '../../lib/format/format.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useServerNow } from '../../lib/hooks/use-now.ts';
import { entryAddress, fieldList } from './verdicts.ts';
import { column } from '../../lib/format/css-values.ts';

const MINUTE_MS = 60_000;

/** Units of two wards may have one name: the code is part of the link. */
function Unit({ entry: { id, code, name, chain } }: { entry: SecondEntry }) {
  const { user } = useCurrentMe();
  const { search } = useLocation();
  const names = namesBelow(chain, user.scope?.type ?? 'national');
  return (
    <div className="column" style={column({ least: 150, most: 260 })}>
      <Link to={entryAddress(search, id)} className="strong cover ink">
        {name} <span className="quiet nowrap">{code}</span>
      </Link>
      {names.length > 0 && <div className="quiet">{names.toReversed().join(' · ')}</div>}
    </div>
  );
}

/** The fields that an arbiter looks at: those that differ, or that cannot be read; null for none. */
function fieldsOf({ state, fields }: SecondEntry) {
  if (state === 'differs' && fields.length === 0)
    return (
      <div className="column" style={column({ most: 240 })}>
        Both entries are empty
      </div>
    );
  return fields.length > 0 ? (
    <div className="column" style={column({ most: 240 })}>
      {fieldList(fields)}
    </div>
  ) : null;
}

/** That the officer's time to answer is over. */
function Unanswered({ due }: { due: string }) {
  if (useServerNow(MINUTE_MS) < Date.parse(due)) return null;
  return (
    <div>
      <StatusChip tone="bad" label="Officer did not answer" />
    </div>
  );
}

function State({ entry: { state, can, desk, answerDue } }: { entry: SecondEntry }) {
  return (
    <div className="nowrap">
      <EntryChip state={state} />
      {answerDue && <Unanswered due={answerDue} />}
      <DeskHint desk={desk !== null} />
      {can.decide && <div className="quiet">For your decision</div>}
    </div>
  );
}

/** For how long it has stood so. */
function Age({ entry: { updatedAt } }: { entry: SecondEntry }) {
  const now = useServerNow(MINUTE_MS);
  return (
    <time dateTime={updatedAt} title={formatExact(updatedAt)} className="nowrap">
      {ageText(now - Date.parse(updatedAt))}
    </time>
  );
}

export const COLUMNS: [Column<SecondEntry>, ...Column<SecondEntry>[]] = [
  { key: 'unit', header: 'Polling unit', cell: (entry) => <Unit entry={entry} /> },
  { key: 'state', header: 'State', cell: (entry) => <State entry={entry} /> },
  { key: 'fields', header: 'Fields', cell: fieldsOf },
  { key: 'age', header: 'Age', cell: (entry) => <Age entry={entry} /> },
  {
    key: 'ground',
    header: 'Why',
    cell: ({ ground }) => (
      <div className="column" style={column({ most: 240 })}>
        {GROUND_WORDS[ground]}
      </div>
    ),
  },
  {
    key: 'election',
    header: 'Election',
    cell: ({ electionName }) => (
      <div className="column" style={column({ most: 240 })}>
        {electionName}
      </div>
    ),
  },
];

/** The whole card leads to its entry. */
export const cardOf = (entry: SecondEntry): CardParts => ({
  head: <Unit entry={entry} />,
  side: <State entry={entry} />,
  body: fieldsOf(entry),
  facts: [
    { label: 'Age', value: <Age entry={entry} /> },
    { label: 'Why', value: GROUND_WORDS[entry.ground] },
    { label: 'Election', value: <span className="breaks">{entry.electionName}</span> },
  ],
});
