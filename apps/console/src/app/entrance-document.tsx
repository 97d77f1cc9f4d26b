import { renderToString } from 'react-dom/server';
import { Entrance } from './Entrance.tsx';

/** The sign-in page as the build writes it into the document: it can be typed into before its script has come. */
export const entranceDocument = (): string => renderToString(<Entrance />);
