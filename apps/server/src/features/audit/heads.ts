/** A head as it was sent or written away. */
export interface NotedHead {
  time: string;
  position: number;
  hash: string;
}

/** The line of a head: time, position, hash. */
export const headLine = ({ time, position, hash }: NotedHead): string => `${time} ${position} ${hash}`;

const LINE = /(\d{4}-\d\d-\d\dT[\d:.]+Z)\s+(\d{1,16})\s+([\da-f]{64})(?![\da-f])/g;

/** Every head that the text holds, whatever stands around it: the file of the server, or e-mails saved as text. */
export function readHeadLines(text: string): NotedHead[] {
  return [...text.matchAll(LINE)].map(([, time = '', position = '', hash = '']) => ({
    time,
    position: Number(position),
    hash,
  }));
}
