import type { ResultDetail } from '@ec/contract/results/schemas';
import { Note } from '../../components/page/Note.tsx';
import { formatCount } from '../../lib/format/format.ts';

/** The checks of the newest version that passed, together. */
export function PassedChecks({ result }: { result: ResultDetail }) {
  const passed = result.checks.filter((check) => check.ok);
  if (passed.length === 0) return null;
  return (
    <Note kind="ok">
      Checks: {passed.map((check) => `${check.message.toLowerCase()} (${check.arithmetic})`).join('; ')}.
    </Note>
  );
}

/** Accredited over registered, beside what the ward's other units have. */
export function TurnoutNote({ result }: { result: ResultDetail }) {
  if (result.turnout === null) {
    return <Note kind="info">Turnout is not known: neither the sheet nor the register has the registered voters.</Note>;
  }
  const ward = result.wardTurnout;
  const average = ward
    ? ` The ward's average so far: ${ward.turnout.toFixed(1)}% of ${formatCount(ward.units, 'unit')}.`
    : ' No other unit of the ward has reported yet.';
  return (
    <Note kind={result.turnout > 100 ? 'warn' : 'ok'}>
      Accredited {result.turnout.toFixed(1)}% of registered.{average}
    </Note>
  );
}
