import type { Machine } from './machine.ts';
import type { Row } from './part.ts';
import type { Measured } from './results-file.ts';

type Named = Omit<Measured, 'figures'> & { name: string; picture: string | undefined };

const number = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 2 });

function goalText({ goal, unit }: Row): string {
  if (!goal) return 'none';
  return 'atMost' in goal
    ? `at most ${number.format(goal.atMost)} ${unit}`
    : `at least ${number.format(goal.atLeast)} ${unit}`;
}

function measuredText({ value, unit, detail }: Row): string {
  return `${number.format(value)} ${unit}${detail === null ? '' : ` (${detail})`}`;
}

/** The line as it is printed while parts run. */
export function rowText(row: Row): string {
  const goal = row.goal ? `; goal ${goalText(row)}: ${row.met ? 'met' : 'missed'}` : '';
  return `${row.what}: ${measuredText(row)}${goal}`;
}

const verdict = ({ met }: Row) => (met === null ? '' : met ? 'met' : '**missed**');

const escaped = (text: string) => text.replaceAll('|', '\\|');

const machineText = (machine: Machine) =>
  `${machine.cores} cores of ${machine.processor}, ${machine.memoryGb} GB of memory, ${machine.kernel}, Node ${machine.node.replace('v', '')}, PostgreSQL ${machine.postgresql} (fsync ${machine.durability.fsync}, synchronous_commit ${machine.durability.synchronousCommit}, full_page_writes ${machine.durability.fullPageWrites})`;

const day = (moment: string) => `${moment.slice(0, 16).replace('T', ' ')} UTC`;

function section(
  { name, title, measuredAt, machine, others, pace, rows, picture }: Named,
  machines: readonly string[],
): string {
  const where = machines.length > 1 ? ` on machine ${machines.indexOf(machineText(machine)) + 1}` : '';
  const beside = others === undefined ? '' : `, while others took ${others} percent of it`;
  const paced = pace ? `, pace ${pace.join(' and ')} ms` : '';
  return [
    `### ${name}`,
    '',
    `${title}. Measured ${day(measuredAt)}${where}${beside}${paced}.`,
    '',
    ...(picture === undefined ? [] : [`![${name}, over the minutes](${picture})`, '']),
    '| What | Goal | Measured | |',
    '|---|---|---|---|',
    ...rows.map((row) =>
      [row.what, goalText(row), measuredText(row), verdict(row)]
        .map(escaped)
        .join(' | ')
        .replace(/^(.*)$/, '| $1 |'),
    ),
  ].join('\n');
}

/** The page of all that was measured, each figure beside its goal. */
export function resultsTable(parts: readonly Named[], missing: readonly string[]): string {
  const machines = [...new Set(parts.map(({ machine }) => machineText(machine)))];
  const goals = parts.flatMap(({ rows }) => rows).filter(({ met }) => met !== null);
  const missed = goals.filter(({ met }) => met === false).length;
  return `${[
    '## Figures',
    '',
    ...machines.map((machine, place) => `${machines.length > 1 ? `Machine ${place + 1}` : 'The machine'}: ${machine}.`),
    '',
    `Of ${goals.length} goals ${goals.length - missed} are met and ${missed} missed.`,
    ...(missing.length > 0 ? ['', `Not measured in this form yet: ${missing.join(', ')}.`] : []),
    '',
    parts.map((part) => section(part, machines)).join('\n\n'),
  ].join('\n')}\n`;
}
