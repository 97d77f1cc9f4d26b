import { vi } from 'vitest';

/** An EventSource whose other end is the test. */
export class TestEventSource extends EventTarget {
  static opened: TestEventSource[] = [];
  readonly url: string;
  closed = false;

  constructor(url: string) {
    super();
    this.url = url;
    TestEventSource.opened.push(this);
  }

  close() {
    this.closed = true;
  }

  open() {
    this.dispatchEvent(new Event('open'));
  }

  fail() {
    this.dispatchEvent(new Event('error'));
  }

  send(message: { type: string }, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(message.type, { data: JSON.stringify(message), lastEventId }));
  }

  static latest(): TestEventSource {
    const source = TestEventSource.opened.at(-1);
    if (!source) throw new Error('No stream was opened');
    return source;
  }
}

export function stubEventSource(): void {
  TestEventSource.opened = [];
  vi.stubGlobal('EventSource', TestEventSource);
}
