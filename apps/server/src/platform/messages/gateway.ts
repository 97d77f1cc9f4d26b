export type Channel = 'sms' | 'email';

/** A message as a gateway is given it. */
export interface Outgoing {
  /** The same at each try: what takes a reference of ours is given this one. */
  id: string;
  recipient: string;
  subject: string | null;
  body: string;
}

/** What carries messages of one channel out. */
export interface Gateway {
  /** As in "smtp" or "termii"; "log" where none is configured. */
  readonly name: string;
  /** Resolves once the message was taken; throws a DeliveryError, whose words hold none of the gateway's secrets. */
  send(message: Outgoing): Promise<void>;
  close(): void;
}
