import type { ResultDetail, ResultVersion } from '@ec/contract/results';
import { Note } from '../../components/Note.tsx';
import { formatCount } from '../../lib/format.ts';
import { isGrave } from './states.ts';

/** Every check with its arithmetic: passed ones together, each failed one by itself. */
export function Checks({ result, version }: { result: ResultDetail; version: ResultVersion }) {
  const passed = version.version === result.version ? result.checks.filter((check) => check.ok) : [];
  return (
    <>
      {version.flags.map((flag) => (
        <Note key={flag.code} kind={isGrave(flag) ? 'bad' : 'warn'}>
          <strong>{flag.message}</strong>
          <div>{flag.arithmetic}</div>
        </Note>
      ))}
      {passed.length > 0 && (
        <Note kind="ok">
          Checks: {passed.map((check) => `${check.message.toLowerCase()} (${check.arithmetic})`).join('; ')}.
        </Note>
      )}
    </>
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
  // Far from its neighbours is worth a second look; it is no fault by itself.
  const far = ward !== null && Math.abs(result.turnout - ward.turnout) > 30;
  return (
    <Note kind={far ? 'warn' : 'ok'}>
      Accredited {result.turnout.toFixed(1)}% of registered.{average}
    </Note>
  );
}
