import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SheetViewer } from '../../components/figure/SheetViewer.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { api } from '../../lib/http/api.ts';
import pictures from '../../components/figure/Photos.module.css';

/** The photos of two results beside each other. */
export function SamePhotos({ results, onClose }: { results: readonly string[]; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Both photos" size="100%">
      <p className="hint">
        Compare what is written on them: the code of the unit, the figures, the signatures. Each unit and each contest
        has a sheet of its own.
      </p>
      <div className={pictures.pair}>
        {results.map((id) => (
          <OnePhoto key={id} id={id} />
        ))}
      </div>
    </Modal>
  );
}

function OnePhoto({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['results', 'detail', id],
    queryFn: ({ signal }) => api.call('GET /results/:id', { params: { id }, signal }),
  });
  if (error) return <ErrorView title="This photo could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={320} />;
  const name = `${data.chain.at(-1)?.name ?? ''} (${data.pollingUnitCode})`;
  return (
    <section aria-label={`${name}, ${data.election.name}`}>
      <h3 className="title">
        <Link to={`/review/${id}`}>{name}</Link>
      </h3>
      <p className="hint">{data.election.name}</p>
      <SheetViewer fileId={data.sheetFileId} originalFileId={data.originalFileId} alt={`Result sheet of ${name}`} />
    </section>
  );
}
