const WIDTH = 360;
const HEIGHT = 96;
const COLUMNS = 2;
const PLOT = { left: 8, right: 352, top: 30, bottom: 86 };

const number = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 1 });

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function lineOf(minutes: readonly number[], values: readonly number[], most: number): string {
  const last = minutes.at(-1) ?? 1;
  const points = values.map((value, place) => {
    const x = PLOT.left + ((minutes[place] ?? 0) / last) * (PLOT.right - PLOT.left);
    const y = PLOT.bottom - (value / (most || 1)) * (PLOT.bottom - PLOT.top);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return points.join(' ');
}

/** One small picture of the figure over the minutes, from 0 up to its highest value. */
function panel(title: string, minutes: readonly number[], values: readonly number[], place: number): string {
  const most = Math.max(...values);
  const at = `${(place % COLUMNS) * WIDTH},${Math.floor(place / COLUMNS) * HEIGHT}`;
  const label = `at most ${number.format(most)}, at the end ${number.format(values.at(-1) ?? 0)}`;
  return [
    `<g transform="translate(${at})">`,
    `<text x="${PLOT.left}" y="20" font-weight="600">${escaped(title)}</text>`,
    `<text x="${PLOT.right}" y="20" text-anchor="end" fill="#555">${label}</text>`,
    `<path d="M${PLOT.left} ${PLOT.bottom}H${PLOT.right}" stroke="#bbb" />`,
    `<polyline points="${lineOf(minutes, values, most)}" fill="none" stroke="#0a6b3b" stroke-width="1.5" />`,
    '</g>',
  ].join('');
}

/** The series as small pictures, one for each column after the first, which holds the minutes. */
export function drawSeries(columns: readonly string[], samples: readonly (readonly number[])[]): string {
  const of = (column: number) => samples.map((sample) => sample[column] ?? 0);
  const panels = columns.slice(1).map((title, place) => panel(title, of(0), of(place + 1), place));
  const height = Math.ceil(panels.length / COLUMNS) * HEIGHT;
  const size = `width="${COLUMNS * WIDTH}" height="${height}" viewBox="0 0 ${COLUMNS * WIDTH} ${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="11">`,
    `<rect width="100%" height="100%" fill="#fff" />`,
    ...panels,
    '</svg>',
    '',
  ].join('\n');
}
