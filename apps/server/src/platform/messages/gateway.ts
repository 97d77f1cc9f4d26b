export type Channel = 'sms' | 'email';

/** A message as passed to a gateway. */
export interface Outgoing {
  /** The same at each attempt; providers that accept a client reference get this one. */
  id: string;
  recipient: string;
  subject: string | null;
  body: string;
}

/** Sends messages of one channel. */
export interface Gateway {
  /** For example "smtp" or "termii"; "log" if none is configured. */
  readonly name: string;
  /** Resolves once the message was accepted; throws a DeliveryError whose text contains none of the gateway's secrets. */
  send(message: Outgoing): Promise<void>;
  close(): void;
}
