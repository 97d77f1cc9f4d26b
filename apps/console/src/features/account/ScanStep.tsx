import type { EnrollAnswer } from '@ec/contract/auth/account';
import { Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import styles from './account.module.css';
import { useArrivalFocus } from './use-arrival-focus.ts';

const QrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }));

interface ScanStepProps {
  enrolment: EnrollAnswer;
  onNext: () => void;
  onCancel: () => void;
}

/** The secret on its way into the app: by camera, by hand, or by a link on the phone that holds both. */
export function ScanStep({ enrolment, onNext, onCancel }: ScanStepProps) {
  const step = useArrivalFocus<HTMLDivElement>();
  const isHandheld = useMediaQuery('(pointer: coarse)');
  return (
    <Stack gap="md" ref={step} role="group" tabIndex={-1} aria-label="Add the account to the app">
      <div>
        Scan this code with your authenticator app, such as Google Authenticator, Aegis or Microsoft Authenticator.
      </div>
      <Suspense fallback={<Skeleton height={220} width={220} mx="auto" />}>
        <QrCode text={enrolment.otpauthUrl} label="QR code for your authenticator app" />
      </Suspense>
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
        <Button variant="default" size="md" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="md" onClick={onNext}>
          Next
        </Button>
      </div>
    </Stack>
  );
}
