import os from 'node:os';
import { type ImageTask, READY } from './image-messages.ts';
import { makeImages } from './image-work.ts';

// Behind the server, so that requests are answered first.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
process.once('disconnect', () => process.exit());
process.on('message', ({ content, recipe }: ImageTask) => {
  // What fails otherwise is a bug: the process ends with it, and the server starts another one.
  void makeImages(content, recipe).then((answer) => process.send?.(answer));
});
process.send?.(READY);
