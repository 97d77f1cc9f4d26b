import { Modal } from '@mantine/core';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { formatPhone } from '../../lib/format/format.ts';
import { useSmsLeaves } from '../../lib/session/system.ts';
import { optIn, removeAuthenticator, renewRecoveryCodes, useAccountChange } from './api.ts';
import { ProofForm, type Proofs } from './ProofForm.tsx';
import { RecoveryCodesStep } from './RecoveryCodesStep.tsx';

/** Where a code at sign-in comes from without a gateway. */
export const NO_SMS = 'No SMS gateway is set up, so it does not reach your phone: ask the server administrator for it.';

interface DialogProps {
  onClose: () => void;
}

/** Requires both proofs before the authenticator is removed. */
export function RemoveModal({ required, onClose }: DialogProps & { required: boolean }) {
  const smsLeaves = useSmsLeaves();
  const remove = useAccountChange(removeAuthenticator);
  const done = () => {
    notifySuccess('Your authenticator is removed.');
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Remove your authenticator?">
      <ProofForm
        label="Remove your authenticator"
        password
        code="any"
        submitLabel="Remove authenticator"
        danger
        request={remove}
        onDone={done}
        back={{ label: 'Cancel', onClick: onClose }}
      >
        <div>
          {required
            ? `Your app and your recovery codes no longer open your account. ${smsLeaves ? 'At sign-in you get a code by SMS instead.' : `At sign-in a code is requested instead. ${NO_SMS}`}`
            : 'Your app and your recovery codes are no longer requested. Your password alone opens your account.'}
        </div>
      </ProofForm>
    </Modal>
  );
}

/** New recovery codes in the place of the old ones. */
export function RenewCodesModal({ onClose }: DialogProps) {
  const renew = useAccountChange(renewRecoveryCodes);
  const codes = renew.data?.recoveryCodes;
  // Codes of a request in progress are shown only once, too.
  const locked = codes !== undefined || renew.isPending;
  return (
    <Modal
      opened
      onClose={onClose}
      title={codes ? 'Your recovery codes' : 'Make new recovery codes?'}
      withCloseButton={!locked}
      closeOnEscape={!locked}
      closeOnClickOutside={!locked}
    >
      {codes ? (
        <RecoveryCodesStep codes={codes} onDone={onClose} />
      ) : (
        <ProofForm
          label="Make new recovery codes"
          password
          code="any"
          submitLabel="Make new codes"
          request={renew}
          onDone={() => undefined}
          back={{ label: 'Cancel', onClick: onClose }}
        >
          <div>You get ten new codes. The old ones are void immediately.</div>
        </ProofForm>
      )}
    </Modal>
  );
}

/** Switches codes by SMS on or off. */
export function SmsModal({ on, phone, onClose }: DialogProps & { on: boolean; phone: string }) {
  const smsLeaves = useSmsLeaves();
  const change = useAccountChange(({ password }: Proofs) => optIn({ on, password }));
  const done = () => {
    notifySuccess(on ? 'Two-step sign-in is on.' : 'Two-step sign-in is off.');
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={on ? 'Use codes by SMS?' : 'Switch two-step sign-in off?'}>
      <ProofForm
        label={on ? 'Use codes by SMS' : 'Switch two-step sign-in off'}
        password
        submitLabel={on ? 'Switch on' : 'Switch off'}
        danger={!on}
        request={change}
        onDone={done}
        back={{ label: 'Cancel', onClick: onClose }}
      >
        <div>
          {on
            ? smsLeaves
              ? `At each sign-in a 6-digit code is sent to ${formatPhone(phone)}. Without that phone you cannot sign in.`
              : 'No SMS gateway is set up: no code would reach your phone, and only the server administrator could read it.'
            : 'Your password alone opens your account then.'}
        </div>
      </ProofForm>
    </Modal>
  );
}
