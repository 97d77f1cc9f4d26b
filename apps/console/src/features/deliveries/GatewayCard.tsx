import type { OutboxList } from '@ec/contract/deliveries/schemas';
import type { DeliveryChannel } from '@ec/contract/notifications/schemas';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause, IconSend } from '@tabler/icons-react';
import { Note } from '../../components/page/Note.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { errorMessage } from '../../lib/http/api-error.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useTestMessage } from './api.ts';
import styles from './deliveries.module.css';
import { CHANNELS, gatewayName, NO_GATEWAY, recipientText } from './labels.ts';

type Gateway = OutboxList['gateways'][DeliveryChannel];

/** What is seen of a gateway at a glance. */
export function GatewayState({ gateway }: { gateway: Gateway }) {
  if (gateway.name === NO_GATEWAY) return <StatusChip tone="wait" label="No gateway" icon={IconAlertTriangle} />;
  if (gateway.paused) return <StatusChip tone="bad" label="Paused" icon={IconPlayerPause} />;
  return <StatusChip tone="ok" label="Configured" icon={IconCircleCheck} />;
}

function HowToConfigure({ channel }: { channel: DeliveryChannel }) {
  return (
    <details>
      <summary className="fold medium">How to configure one</summary>
      <p className="small breaks">Set these variables in the server’s environment and start it again:</p>
      <dl className={`tight gap-6 small above-8 ${styles.variables}`}>
        {CHANNELS[channel].variables.map(([name, holds]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{holds}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Sends a test message to the user, who can check that the gateway works; without one it stands in the list alone. */
function TestMessage({ channel, none }: { channel: DeliveryChannel; none: boolean }) {
  const { user } = useCurrentMe();
  const test = useTestMessage();
  const { one } = CHANNELS[channel];
  const missing = channel === 'email' && user.email === null;
  const send = () =>
    test.mutate(channel, {
      onSuccess: ({ recipient }) =>
        notifySuccess(
          none
            ? `A test ${one} to ${recipientText({ channel, recipient })} stands in the list. No gateway is configured, so it does not leave the system.`
            : `A test ${one} to ${recipientText({ channel, recipient })} is on its way. It stands in the list.`,
        ),
    });
  return (
    <>
      {test.error && (
        <Note kind="bad" role="alert">
          {errorMessage(test.error, `The test ${one} could not be sent`)}
        </Note>
      )}
      <div className="row roomy">
        <Button
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
          loading={test.isPending}
          disabled={missing}
          onClick={send}
        >
          Send a test {one} to myself
        </Button>
        {missing && <span className="hint">Your account has no e-mail address.</span>}
      </div>
    </>
  );
}

/** How one channel leaves the system, and what came of it in the last hour. */
export function GatewayCard({ channel, gateway }: { channel: DeliveryChannel; gateway: Gateway }) {
  const { label, one } = CHANNELS[channel];
  const none = gateway.name === NO_GATEWAY;
  return (
    <Panel title={label} actions={<GatewayState gateway={gateway} />}>
      <div className="tight gap-10">
        <p className="bold">{none ? 'No gateway is configured' : gatewayName(gateway.name)}</p>
        {none ? (
          <p className="small breaks">
            Messages are written to the server’s log and shown here. None leaves the system.
          </p>
        ) : (
          <p className="small breaks">
            Last hour: <b>{formatNumber(gateway.sent)}</b> sent, <b>{formatNumber(gateway.failed)}</b> not taken
          </p>
        )}
        {gateway.paused && (
          <Note kind="warn" role="status">
            Nothing came through, so the gateway is left alone for a moment. Every {one} waits and leaves by itself.
          </Note>
        )}
        {gateway.lastError && (
          <p className="small breaks">
            Last error: <span className="error">{gateway.lastError}</span>
          </p>
        )}
        {none && <HowToConfigure channel={channel} />}
        <TestMessage channel={channel} none={none} />
      </div>
    </Panel>
  );
}
