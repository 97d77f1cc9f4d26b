/** What a browser tells of a connection that its owner pays by the byte. */
interface Saving {
  connection?: { saveData?: boolean };
}

/** True for a device whose owner saves data: nothing is fetched that they did not ask for. */
export function savesData(): boolean {
  return (navigator as Navigator & Saving).connection?.saveData ?? false;
}
