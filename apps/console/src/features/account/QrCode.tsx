import encodeQR from 'qr';
import styles from './account.module.css';

/** Cells of white around the code, which cameras need to find it, also on a dark screen. */
const MARGIN = 4;

/** A text as a QR code, rendered in the page, so that a secret never leaves it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: MARGIN });
  const path = rows.flatMap((cells, y) => cells.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      className={styles.qr}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
