import { NigeriaMap } from '../places/NigeriaMap.tsx';
import { drawnAs, legendOf } from './legend.ts';
import type { Measure, Reading } from './measures.ts';

interface MeasureMapProps {
  label: string;
  readings: readonly Reading[];
  measure: Measure;
  linkTo?: (code: string) => string | null;
}

/** The states with what a measure says of them. The outlines and the legend are heavy, so this part is loaded after its page. */
export function MeasureMap({ label, readings, measure, linkTo }: MeasureMapProps) {
  return (
    <NigeriaMap
      label={label}
      areas={drawnAs(readings, measure)}
      legend={legendOf(readings, measure)}
      {...(linkTo && { linkTo })}
    />
  );
}
