/** A published head. */
export interface NotedHead {
  time: string;
  position: number;
  hash: string;
}

/** The line of a head: time, position, hash. */
export const headLine = ({ time, position, hash }: NotedHead): string => `${time} ${position} ${hash}`;

const LINE = /(\d{4}-\d\d-\d\dT[\d:.]+Z)\s+(\d{1,16})\s+([\da-f]{64})(?![\da-f])/g;

/** Every head in the text, ignoring other content: the server's file, or e-mails saved as text. */
export function readHeadLines(text: string): NotedHead[] {
  return [...text.matchAll(LINE)].map(([, time = '', position = '', hash = '']) => ({
    time,
    position: Number(position),
    hash,
  }));
}
