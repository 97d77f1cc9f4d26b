import { type EnrollAnswer, ENROLMENT_MINUTES } from '@ec/contract/auth/account';
import { Anchor, Button, Modal, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { latePart } from '../../components/page/late-part.tsx';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import styles from './account.module.css';
import { confirmEnrolment, startEnrolment, useAccountChange } from './api.ts';
import { ProofForm, type Proofs } from './ProofForm.tsx';
import { RecoveryCodesStep, useArrivalFocus } from './RecoveryCodesStep.tsx';

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
  // Codes of a request in progress are shown only once, too.
  const locked = step === 'codes' || confirm.isPending;

  const restart = () => {
    confirm.reset();
    setStep('password');
  };
  const done = () => {
    notifySuccess('Your authenticator is enrolled. It is requested at your next sign-in.');
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

const QrCode = latePart(
  async () => (await import('./QrCode.tsx')).QrCode,
  'The QR code',
  <Skeleton height={220} width={220} mx="auto" />,
);

interface ScanStepProps {
  enrolment: EnrollAnswer;
  onNext: () => void;
  onCancel: () => void;
}

/** The secret for the app: as a QR code, as text, or as a link on the phone that runs both. */
function ScanStep({ enrolment, onNext, onCancel }: ScanStepProps) {
  const step = useArrivalFocus<HTMLDivElement>();
  const isHandheld = useMediaQuery('(pointer: coarse)');
  return (
    <Stack gap="md" ref={step} role="group" tabIndex={-1} aria-label="Add the account to the app">
      <div>
        Scan this code with your authenticator app, such as Google Authenticator, Aegis or Microsoft Authenticator.
      </div>
      <QrCode text={enrolment.otpauthUrl} label="QR code for your authenticator app" />
      <div>
        Cannot scan it? Type this secret into the app, as a key that changes with time:
        <code className={styles.secret}>{enrolment.secret}</code>
      </div>
      {isHandheld && (
        <Anchor href={enrolment.otpauthUrl} className="target">
          Open it in the authenticator app on this device
        </Anchor>
      )}
      <div className="end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button onClick={onNext}>Next</Button>
      </div>
    </Stack>
  );
}
