import { numberAnew } from './builders.ts';

// The files of one worker share its modules: what these count begins anew.
numberAnew();
