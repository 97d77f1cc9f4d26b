import { renderToString } from 'react-dom/server';
import { Entrance } from './Entrance.tsx';

/** The sign-in page as the build writes it into the document: users can type before its script is loaded. */
export const entranceDocument = (): string => renderToString(<Entrance />);
