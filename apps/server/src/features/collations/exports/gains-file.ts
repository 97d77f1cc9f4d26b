import type { ElectionId } from '@ec/contract/base/common';
import type { GainsTable } from '@ec/contract/collations/exports';
import { GAP_BASIS, GAP_KIND_WORDS } from '@ec/contract/collations/gap';
import type { ReportedGains } from '../gains-service.ts';
import { counts, type ExportedCell, type ExportedFile, type ExportedTable, texts } from './exported-file.ts';

const NOTHING = 'The forms agree with our sheets.';

function partyTable({ parties, declared, own }: ReportedGains): ExportedTable {
  return {
    type: 'table',
    title: 'Declared and own votes by party',
    shortTitle: 'Parties',
    columns: [...texts('Party'), ...counts(['Declared', 'Own sheets', 'Difference'])],
    named: 1,
    rows: parties.map((party): ExportedCell[] => {
      const [stated, ours] = [declared?.[party] ?? null, own[party] ?? 0];
      return [party, stated, ours, stated === null ? null : stated - ours];
    }),
    empty: NOTHING,
  };
}

function formTable({ levels, parties }: ReportedGains): ExportedTable {
  return {
    type: 'table',
    title: 'Gains and losses by form',
    shortTitle: 'By form',
    columns: [...texts('Form', 'Level', 'What'), ...counts(['Places', ...parties])],
    named: 3,
    rows: levels.map(({ formCode, level, kind, places, votes }): ExportedCell[] => [
      formCode,
      level,
      GAP_KIND_WORDS[kind],
      places,
      ...parties.map((party) => votes[party] ?? 0),
    ]),
    empty: NOTHING,
  };
}

function placeTable({ areas, parties }: ReportedGains): ExportedTable {
  return {
    type: 'table',
    title: 'Gains and losses by place',
    shortTitle: 'By place',
    note: 'Changed: between forms, rows, columns and our sheets. Not seen: rows without a sheet of ours, and forms that are not held.',
    columns: [
      ...texts('Code', 'Place'),
      ...counts(['Changes', ...parties, ...parties.map((party) => `${party}, not seen`)]),
    ],
    named: 2,
    rows: areas.map(({ code, name, places, changed, unseen }): ExportedCell[] => [
      code,
      name,
      places,
      ...parties.map((party) => changed[party] ?? 0),
      ...parties.map((party) => unseen[party] ?? 0),
    ]),
    empty: NOTHING,
  };
}

function partsTable({ parts, more }: ReportedGains): ExportedTable {
  return {
    type: 'table',
    title: 'Where the figures changed',
    shortTitle: 'Changes',
    ...(more > 0 && { note: `The largest ${parts.length}; ${more} smaller ones are in the CSV file.` }),
    columns: [
      ...texts('Party', 'Form', 'Area', 'Name', 'Row', 'Name of the row', 'Kind', 'What'),
      ...counts(['Votes']),
    ],
    named: 3,
    rows: parts.map(({ party, formCode, area, areaName, row, rowName, kind, votes }): ExportedCell[] => [
      party,
      formCode,
      area,
      areaName,
      row,
      rowName,
      kind,
      GAP_KIND_WORDS[kind],
      votes,
    ]),
    empty: NOTHING,
  };
}

/** Gains and losses as a file; `first` is the table of a CSV file. */
export function gainsFile(
  gains: ReportedGains,
  { election, place }: { election: { id: ElectionId; name: string }; place: string },
  first: GainsTable,
): ExportedFile {
  const tables = { forms: formTable(gains), places: placeTable(gains), parts: partsTable(gains) };
  const { units, held, verified } = gains.coverage;
  return {
    title: `Gains and losses ${election.name} ${place}`,
    basis: GAP_BASIS,
    coverage: `Own sheets of ${held} of ${units} polling units are counted, ${verified} of them verified.`,
    scope: place,
    election,
    tables: [tables[first], partyTable(gains), ...Object.values(tables).filter((table) => table !== tables[first])],
  };
}
