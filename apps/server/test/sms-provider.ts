import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { SmsConfig } from '../src/platform/messages/gateway-config.ts';

/** The requests that a provider received. */
export interface SmsRequest {
  path: string;
  headers: IncomingMessage['headers'];
  /** The form's or the object's fields. */
  fields: Record<string, string>;
  recipient: string;
  text: string;
}

/** How the provider answers: as it does when all is well, with a status and a text, or not at all. */
export type Behaviour =
  | 'takes'
  | 'hangs'
  | 'breaks off'
  | { status: number; body: string; headers?: Record<string, string> };

export interface SmsProvider {
  requests: SmsRequest[];
  /** The recipients it took, in that order. */
  taken: string[];
  behave(how: Behaviour | ((request: SmsRequest) => Behaviour)): void;
  config(provider: SmsConfig['provider']): SmsConfig;
  /** Nothing listens any more at the same port, until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export const API_KEY = 'key-7f3a9c-secret';

const africasTalkingTaken = (to: string) => ({
  SMSMessageData: {
    Message: 'Sent to 1/1 Total Cost: NGN 2.2000',
    Recipients: [{ statusCode: 101, number: to, status: 'Success', cost: 'NGN 2.2000', messageId: 'ATXid_1' }],
  },
});
const termiiTaken = {
  code: 'ok',
  message_id: '9122821270554876574',
  message: 'Successfully Sent',
  balance: 9,
  user: 'EC',
};

async function read(request: IncomingMessage): Promise<SmsRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString('utf8');
  const form = request.headers['content-type'] === 'application/x-www-form-urlencoded';
  const fields = form ? Object.fromEntries(new URLSearchParams(body)) : (JSON.parse(body) as Record<string, string>);
  const { to = '', message, sms = '' } = fields;
  return { path: request.url ?? '', headers: request.headers, fields, recipient: to, text: message ?? sms };
}

/** A server of our own that speaks both providers' forms; it runs until the test's file ends or stops it. */
export async function smsProvider(): Promise<SmsProvider> {
  const requests: SmsRequest[] = [];
  const taken: string[] = [];
  let behaviour: (request: SmsRequest) => Behaviour = () => 'takes';
  let server: Server | undefined;
  let port = 0;
  const sockets = new Set<Socket>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await read(request);
    requests.push(asked);
    const how = behaviour(asked);
    if (how === 'hangs') return;
    if (how === 'breaks off') {
      request.socket.destroy();
      return;
    }
    if (how !== 'takes') {
      response.writeHead(how.status, how.headers).end(how.body);
      return;
    }
    taken.push(asked.recipient);
    const body = asked.path.endsWith('/messaging') ? africasTalkingTaken(asked.recipient) : termiiTaken;
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  async function start(): Promise<void> {
    server = createServer((request, response) => void answer(request, response));
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  }

  await start();
  return {
    requests,
    taken,
    behave(how) {
      behaviour = typeof how === 'function' ? how : () => how;
    },
    config: (provider) => ({
      provider,
      url: `http://127.0.0.1:${port}`,
      apiKey: API_KEY,
      username: 'console',
      sender: 'EConsole',
      route: 'dnd',
    }),
    async stop() {
      const closed = server && once(server, 'close');
      server?.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    start,
  };
}
