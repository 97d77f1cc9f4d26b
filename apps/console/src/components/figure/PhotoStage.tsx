import { ActionIcon } from '@mantine/core';
import { IconMaximize, IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Look, useZoom } from '../../lib/hooks/use-zoom.ts';
import styles from './SheetViewer.module.css';

interface PhotoStageProps {
  /** Null while it loads or after it failed. */
  url: string | null;
  alt: string;
  /** Initial rotation in degrees. */
  startTurn?: number;
  /** The line that is shown closely; another object moves the photo to it. */
  look?: Look;
  /** Called with how many times as large as the whole the photo is shown. */
  onScale?: (scale: number) => void;
  /** Shown in place of a photo without an address. */
  children?: ReactNode;
  /** Buttons beside those of the stage. */
  actions?: ReactNode;
}

/** A photo that is zoomed, moved and turned, by fingers, mouse, keys and buttons. */
export function PhotoStage({ url, alt, startTurn = 0, look, onScale, children, actions }: PhotoStageProps) {
  const [turn, setTurn] = useState(startTurn);
  const { view, zoomIn, zoomOut, reset, show, stageProps } = useZoom(look?.scale);
  const { scale, x, y } = view;
  const image = useRef<HTMLImageElement>(null);
  const upright = turn % 180 === 0;

  const showLook = () => {
    const { naturalWidth = 0, naturalHeight = 0 } = image.current ?? {};
    if (!look || naturalHeight === 0) return;
    const [width, height] = upright ? [naturalWidth, naturalHeight] : [naturalHeight, naturalWidth];
    show(look, { width, height });
  };
  const onLook = useEffectEvent(showLook);
  useEffect(() => {
    onLook();
  }, [look]);
  const onScaled = useEffectEvent((now: number) => onScale?.(now));
  useEffect(() => {
    onScaled(scale);
  }, [scale]);

  return (
    <div className="tight">
      <div
        {...stageProps}
        className={styles.stage}
        role="group"
        tabIndex={0}
        aria-label={`${alt}. Plus and minus zoom, arrow keys move, 0 shows the whole.`}
      >
        {url && (
          <img
            ref={image}
            src={url}
            alt={alt}
            draggable={false}
            onLoad={showLook}
            className={`${styles.sheet} ${upright ? '' : styles.sideways}`}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)` }}
          />
        )}
        {children}
      </div>
      <div className="row screen gap-6">
        <ActionIcon size="lg" variant="default" aria-label="Zoom in" onClick={zoomIn}>
          <IconZoomIn size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon size="lg" variant="default" aria-label="Zoom out" onClick={zoomOut}>
          <IconZoomOut size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon size="lg" variant="default" aria-label="Show the whole sheet" onClick={reset}>
          <IconMaximize size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon size="lg" variant="default" aria-label="Rotate" onClick={() => setTurn((turn + 90) % 360)}>
          <IconRotateClockwise size={20} aria-hidden />
        </ActionIcon>
        {actions}
      </div>
    </div>
  );
}
