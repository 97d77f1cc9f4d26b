import { ENROLMENT_MINUTES, type EnrollAnswer } from '@ec/contract/auth/account';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../lib/http/api-error.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { confirmEnrolment, startEnrolment, useAccountChange } from './api.ts';
import { ProofForm, type Proofs } from './ProofForm.tsx';
import { RecoveryCodesStep } from './RecoveryCodesStep.tsx';
import { ScanStep } from './ScanStep.tsx';

const TITLES = {
  password: 'Use an authenticator app (1 of 3)',
  scan: 'Add the account to the app (2 of 3)',
  code: 'Enter the first code (3 of 3)',
  codes: 'Your recovery codes',
} as const;

/** Password, QR code, first code; then the recovery codes, which have to be stored before it closes. */
export function EnrolModal({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<keyof typeof TITLES>('password');
  const [enrolment, setEnrolment] = useState<EnrollAnswer | null>(null);
  const start = useAccountChange(({ password }: Proofs) => startEnrolment(password));
  const confirm = useAccountChange(({ code }: Proofs) => confirmEnrolment(code));
  const tooLate = confirm.error instanceof ApiError && confirm.error.code === 'TWO_FACTOR_NOT_STARTED';
  // Codes that are on their way are shown this once, too.
  const locked = step === 'codes' || confirm.isPending;

  const restart = () => {
    confirm.reset();
    setStep('password');
  };
  const done = () => {
    notifySuccess('Your authenticator is enrolled. It is asked for at your next sign-in.');
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={TITLES[step]}
      withCloseButton={!locked}
      closeOnEscape={!locked}
      closeOnClickOutside={false}
    >
      {step === 'password' && (
        <ProofForm
          label="Your password"
          password
          submitLabel="Next"
          request={start}
          onDone={(answer) => {
            setEnrolment(answer);
            setStep('scan');
          }}
          back={{ label: 'Cancel', onClick: onClose }}
        >
          <div>
            First show that it is you. You then have {ENROLMENT_MINUTES} minutes to add the account to your app.
          </div>
        </ProofForm>
      )}
      {step === 'scan' && enrolment && (
        <ScanStep enrolment={enrolment} onNext={() => setStep('code')} onCancel={onClose} />
      )}
      {step === 'code' && (
        <ProofForm
          label="First code"
          code="first"
          submitLabel="Confirm"
          request={confirm}
          onDone={() => setStep('codes')}
          back={
            tooLate ? { label: 'Start again', onClick: restart } : { label: 'Back', onClick: () => setStep('scan') }
          }
        >
          <div>The app now shows a new code every 30 seconds. Enter the one it shows.</div>
        </ProofForm>
      )}
      {step === 'codes' && confirm.data && <RecoveryCodesStep codes={confirm.data.recoveryCodes} onDone={done} />}
    </Modal>
  );
}
