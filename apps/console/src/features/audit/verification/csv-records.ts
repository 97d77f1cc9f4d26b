const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the records of a CSV file as its parts come: ends of lines outside quotes, without the header. */
export function countRecords(): { add: (part: Uint8Array) => void; entries: () => number } {
  let lines = 0;
  let quoted = false;
  let last = LINE_FEED;
  return {
    add(part) {
      for (const byte of part) {
        if (byte === QUOTE) quoted = !quoted;
        else if (byte === LINE_FEED && !quoted) lines += 1;
      }
      last = part.at(-1) ?? last;
    },
    entries: () => Math.max(0, lines - (last === LINE_FEED ? 1 : 0)),
  };
}
