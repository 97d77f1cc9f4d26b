import { ageText, OLD_MS } from '../../lib/format/ago.ts';
import { formatClock, formatExact } from '../../lib/format/format.ts';
import { useFiguresAge } from './use-figures-age.ts';

/** Of when the figures on the screen are, and a warning once they are old. */
export function FiguresAge({ asOf }: { asOf: string }) {
  const age = useFiguresAge(asOf);
  return (
    <time dateTime={asOf} title={formatExact(asOf)}>
      updated {formatClock(asOf)}
      {age > OLD_MS && <strong className="old">, {ageText(age)} old</strong>}
    </time>
  );
}
