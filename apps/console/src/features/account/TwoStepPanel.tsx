import { RECOVERY_CODES, type TwoFactorState } from '@ec/contract/auth/account';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { formatCount, formatDate, formatPhone } from '../../lib/format/format.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useSmsLeaves } from '../../lib/session/system.ts';
import { accountQuery } from './api.ts';
import { EnrolModal } from './EnrolModal.tsx';
import { NO_SMS, RemoveModal, RenewCodesModal, SmsModal } from './TwoStepModals.tsx';

type Dialog = 'enrol' | 'renew' | 'remove' | 'sms';

/** Few enough to say that new ones should be made before they run out. */
const FEW_CODES = 3;

function stateInWords({ method, required, enrolledAt }: TwoFactorState, code: string): string {
  if (method === 'none') return 'Your password alone opens your account. A second step stops a person who learns it.';
  if (method === 'sms') {
    return required ? `Your organisation requires a second step of every user. ${code}` : code;
  }
  const since = enrolledAt ? `, enrolled on ${formatDate(enrolledAt)}` : '';
  return `At sign-in a code of your authenticator app is requested${since}.`;
}

function RecoveryLine({ left }: { left: number }) {
  const line = `${formatCount(left, 'recovery code')} of ${RECOVERY_CODES} left.`;
  return left > FEW_CODES ? <p>{line}</p> : <Note kind="warn">{line} Make new ones before you need them.</Note>;
}

function Actions({ state, open }: { state: TwoFactorState; open: (dialog: Dialog) => void }) {
  const button = (dialog: Dialog, label: string, main = false): ReactNode => (
    <Button variant={main ? 'filled' : 'default'} onClick={() => open(dialog)}>
      {label}
    </Button>
  );
  return (
    <div className="row">
      {state.method === 'authenticator' ? (
        <>
          {button('renew', 'Make new recovery codes')}
          {button('remove', 'Remove authenticator')}
        </>
      ) : (
        <>
          {button('enrol', 'Use an authenticator app', true)}
          {!state.required && button('sms', state.method === 'none' ? 'Use codes by SMS' : 'Switch off')}
        </>
      )}
    </div>
  );
}

/** How the second step of sign-in stands, in words, and what can be done about it. */
export function TwoStepPanel() {
  const { user } = useCurrentMe();
  const smsLeaves = useSmsLeaves();
  const { data, error, refetch } = useQuery(accountQuery);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const state = data?.twoFactor;
  const on = state && state.method !== 'none';
  return (
    <Panel title="Two-step sign-in" note={state && <StatusChip tone={on ? 'ok' : 'off'} label={on ? 'On' : 'Off'} />}>
      {!state && !error && <Skeleton height={96} />}
      {!state && error && (
        <ErrorView title="Your two-step sign-in could not be loaded" error={error} onRetry={refetch} />
      )}
      {state && (
        <div className="stack gap-12 own-width">
          <p>
            {stateInWords(
              state,
              smsLeaves
                ? `At sign-in a code is sent to ${formatPhone(user.phone)}.`
                : `At sign-in a code is requested. ${NO_SMS}`,
            )}
          </p>
          {state.method === 'authenticator' && <RecoveryLine left={state.recoveryCodesLeft} />}
          <Actions state={state} open={setDialog} />
          {dialog === 'enrol' && <EnrolModal onClose={close} />}
          {dialog === 'renew' && <RenewCodesModal onClose={close} />}
          {dialog === 'remove' && <RemoveModal required={state.required} onClose={close} />}
          {dialog === 'sms' && <SmsModal on={state.method === 'none'} phone={user.phone} onClose={close} />}
        </div>
      )}
    </Panel>
  );
}
