import nigeria from '@svg-maps/nigeria';

/** The parts of the drawing that are used; the package's own types point to one that it does not bring. */
interface Drawing {
  viewBox: string;
  locations: readonly { id: string; name: string; path: string }[];
}

/** One state as it is drawn: its outline, and the middle of its widest part with how far the room goes to either side. */
export interface MapState {
  code: string;
  path: string;
  x: number;
  y: number;
  room: number;
}

/** INEC's code of each state of the drawing (which spells Nasarawa its own way), and where a word on it stands. */
const PLACES: readonly (readonly [code: string, id: string, x: number, y: number, room: number])[] = [
  ['01', 'abia', 307, 514, 13],
  ['02', 'adamawa', 614, 259, 39],
  ['03', 'akwa-ibom', 324, 570, 22],
  ['04', 'anambra', 267, 489, 15],
  ['05', 'bauchi', 443, 222, 55],
  ['06', 'bayelsa', 204, 565, 26],
  ['07', 'benue', 395, 410, 50],
  ['08', 'borno', 667, 126, 69],
  ['09', 'cross-river', 354, 520, 30],
  ['10', 'delta', 214, 523, 25],
  ['11', 'ebonyi', 333, 475, 20],
  ['12', 'edo', 179, 471, 30],
  ['13', 'ekiti', 163, 386, 22],
  ['14', 'enugu', 293, 462, 20],
  ['15', 'gombe', 522, 193, 30],
  ['16', 'imo', 271, 519, 21],
  ['17', 'jigawa', 427, 94, 42],
  ['18', 'kaduna', 323, 225, 50],
  ['19', 'kano', 361, 133, 38],
  ['20', 'katsina', 305, 69, 33],
  ['21', 'kebbi', 88, 157, 33],
  ['22', 'kogi', 277, 400, 38],
  ['23', 'kwara', 137, 327, 39],
  ['24', 'lagos', 59, 458, 13],
  ['25', 'nassarawa', 343, 334, 45],
  ['26', 'niger', 196, 264, 74],
  ['27', 'ogun', 36, 432, 28],
  ['28', 'ondo', 159, 425, 21],
  ['29', 'osun', 115, 394, 25],
  ['30', 'oyo', 56, 356, 50],
  ['31', 'plateau', 442, 300, 46],
  ['32', 'rivers', 252, 553, 19],
  ['33', 'sokoto', 177, 35, 46],
  ['34', 'taraba', 485, 368, 56],
  ['35', 'yobe', 546, 74, 56],
  ['36', 'zamfara', 225, 114, 50],
  ['37', 'fct', 277, 315, 23],
];

const drawing: Drawing = nigeria;
const paths = new Map(drawing.locations.map(({ id, path }) => [id, path]));

const [, , width = 0, height = 0] = drawing.viewBox.split(' ').map(Number);
export const MAP_SIZE = { width, height } as const;

/** The 37 states in the order of INEC's codes. */
export const MAP_STATES: readonly MapState[] = PLACES.flatMap(([code, id, x, y, room]) => {
  const path = paths.get(id);
  return path === undefined ? [] : [{ code, path, x, y, room }];
});

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The nearest of the states in the direction of an arrow key; null for other keys and at the edge. */
export function neighbour(from: string, key: string, among: ReadonlySet<string>): string | null {
  const direction = DIRECTIONS[key];
  const start = MAP_STATES.find(({ code }) => code === from);
  if (!direction || !start) return null;
  const [right, down] = direction;
  let nearest: { code: string; distance: number } | null = null;
  for (const { code, x, y } of MAP_STATES) {
    const [dx, dy] = [x - start.x, y - start.y];
    const along = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    if (!among.has(code) || along <= 0 || aside > along * 1.5) continue;
    const distance = along + aside;
    if (!nearest || distance < nearest.distance) nearest = { code, distance };
  }
  return nearest?.code ?? null;
}
