import type { Collation } from '@ec/contract/collations/schemas';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { SheetViewer } from '../../../components/figure/SheetViewer.tsx';
import { personText } from '../../../domain/people/person-text.ts';
import { formatExact } from '../../../lib/format/format.ts';

interface FormPhotosProps {
  photos: Collation['photos'];
  alt: string;
}

/** The pages of a form, one at a time. */
export function FormPhotos({ photos, alt }: FormPhotosProps) {
  const [at, setAt] = useState(0);
  const page = photos[at] ?? photos[0];
  const said = photos.length > 1 ? `${alt}, page ${Math.min(at, photos.length - 1) + 1} of ${photos.length}` : alt;
  return (
    <div className="tight">
      <SheetViewer
        key={page?.fileId}
        fileId={page?.fileId ?? null}
        alt={said}
        missing="No photo of this form was sent."
      />
      {page?.added && (
        <p className="hint">
          Added by {personText(page.added.by)}, {formatExact(page.added.at)}, after the form was sent.
        </p>
      )}
      {photos.length > 1 && (
        <div className="row" role="group" aria-label="Pages">
          {photos.map(({ fileId }, index) => (
            <Button
              key={fileId}
              variant={index === at ? 'light' : 'default'}
              aria-pressed={index === at}
              onClick={() => setAt(index)}
            >
              Page {index + 1}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
