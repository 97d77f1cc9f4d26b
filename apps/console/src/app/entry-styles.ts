// What every page stands on, sign-in included, before the UI kit is loaded. The kit's own styles are in a layer, so these win.
import './reset.css';
import './font/fallback.css';
import './tokens.css';
import './patterns/layouts.css';
import './patterns/parts.css';
import './patterns/texts.css';
