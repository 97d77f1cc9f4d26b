import type { Config } from '../runtime/config.ts';
import type { Channel, Gateway } from './gateway.ts';
import { smsGateway } from './sms-gateway.ts';
import { smtpGateway } from './smtp-gateway.ts';

export type Gateways = Record<Channel, Gateway>;

export const LOG_GATEWAY = 'log';

/** Without a configured gateway, codes are written to the server's log. */
export function logGateway(channel: Channel, log: (line: string) => void): Gateway {
  const what = channel === 'sms' ? 'SMS' : 'E-mail';
  return {
    name: LOG_GATEWAY,
    async send({ recipient, subject, body }) {
      log(`${what} to ${recipient}: ${subject === null ? '' : `${subject}\n\n`}${body}`);
    },
    close() {},
  };
}

/** The configured gateways. A rehearsal gets none: its people are invented, and their numbers may be real. */
export function createGateways({ mode, smtp, sms }: Config, log: (line: string) => void): Gateways {
  const real = mode === 'organisation';
  return {
    sms: real && sms ? smsGateway(sms) : logGateway('sms', log),
    email: real && smtp ? smtpGateway(smtp) : logGateway('email', log),
  };
}
