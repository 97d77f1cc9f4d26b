/** What a browser reports of its connection. */
interface Connected {
  connection?: { saveData?: boolean; type?: string };
}

const connection = () => (navigator as Navigator & Connected).connection;

/** True for a device whose owner saves data: nothing is fetched that they did not ask for. */
export function savesData(): boolean {
  return connection()?.saveData ?? false;
}

/** True where the browser says that the connection is Wi-Fi; most say nothing. */
export function onWifi(): boolean {
  return connection()?.type === 'wifi';
}
