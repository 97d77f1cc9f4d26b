import type { Contact } from '@ec/contract/dashboards/schemas';
import { formatCount } from '../../../lib/format/format.ts';

type Units = readonly { officer: Pick<Contact, 'phone'> | null }[];

/** The officers' numbers, each once, and how many units have none. */
export function numbersOf(units: Units): { numbers: string[]; without: number } {
  const numbers = new Set(units.flatMap(({ officer }) => (officer ? [officer.phone] : [])));
  return { numbers: [...numbers], without: units.filter(({ officer }) => officer === null).length };
}

/** What was copied, and for how many units there was nothing to copy. */
export function copiedText({ numbers, without }: ReturnType<typeof numbersOf>): string {
  const copied = `${formatCount(numbers.length, 'number')} copied.`;
  return without > 0 ? `${copied} ${formatCount(without, 'unit has', 'units have')} no officer to call.` : copied;
}
