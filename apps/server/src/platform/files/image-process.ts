import os from 'node:os';
import { type ImageTask, READY } from './image-messages.ts';
import { makeImages } from './image-work.ts';

// Lower priority than the server, so that requests are answered first.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
process.once('disconnect', () => process.exit());
process.on('message', ({ content, recipe }: ImageTask) => {
  // Any other failure is a bug: the process crashes and the server starts a new one.
  void makeImages(content, recipe).then((answer) => process.send?.(answer));
});
process.send?.(READY);
