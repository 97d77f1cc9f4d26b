/**
 * A figure of votes or voters as it may be shown: null while no result is counted on its basis, since what is not known is not zero. Screens and
 * reports show null as a dash, files leave it empty.
 */
export function countedFigure(totals: { results: number }, value: number): number | null {
  return totals.results > 0 ? value : null;
}
