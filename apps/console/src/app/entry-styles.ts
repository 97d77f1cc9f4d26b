// Styles of every page, sign-in included, before the UI kit is loaded. The kit's styles are in a layer, so these override them.
import './reset.css';
import './font/fallback.css';
import './tokens.css';
import './patterns/layouts.css';
import './patterns/parts.css';
import './patterns/texts.css';
import './patterns/spaces.css';
import './patterns/words.css';
