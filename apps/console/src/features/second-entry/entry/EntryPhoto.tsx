import { Button } from '@mantine/core';
import { PhotoStage } from '../../../components/figure/PhotoStage.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { useFileUrl } from '../../../lib/hooks/use-file-url.ts';
import type { Look } from '../../../lib/hooks/use-zoom.ts';

/** How the person looks at photos, the same from sheet to sheet. */
export interface Sight {
  /** How many times as large as the whole form. */
  scale: number;
  /** The photo moves to the field that has the focus. */
  follow: boolean;
}

const STEPS = [2, 3];

interface EntryPhotoProps {
  fileId: string;
  unit: string;
  look: Look;
  scale: number;
  onScale: (scale: number) => void;
  /** Shows the place of the field at another size. */
  onZoom: (scale: number) => void;
}

/** The photo of the sheet. The whole is shown by a button of the stage itself. */
export function EntryPhoto({ fileId, unit, look, scale, onScale, onZoom }: EntryPhotoProps) {
  const { url, error, refetch } = useFileUrl(fileId, 'view');
  return (
    <PhotoStage
      url={url}
      alt={`Photo of the sheet of ${unit}`}
      look={look}
      onScale={onScale}
      actions={STEPS.map((step) => (
        <Button
          key={step}
          px="sm"
          miw="var(--ec-control)"
          variant="default"
          className="choice"
          aria-pressed={scale === step}
          aria-label={`${step} times as large as the whole sheet`}
          onClick={() => onZoom(step)}
        >
          {step}×
        </Button>
      ))}
    >
      {!url && !error && <span className="quiet">Loading the photo…</span>}
      {error && <ErrorView title="The photo could not be loaded" error={error} onRetry={refetch} />}
    </PhotoStage>
  );
}
