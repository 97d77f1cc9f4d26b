import type { CollationDetail, ComparedRow } from '@ec/contract/collations/schemas';
import { Modal, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SheetViewer } from '../../../components/figure/SheetViewer.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { api } from '../../../lib/http/api.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { DeskNote } from '../../../domain/results/DeskMark.tsx';
import { collationQuery } from '../api.ts';
import { fieldWord } from '../../../domain/collations/words.ts';
import { formName, formWords } from '../labels.ts';
import { FormPhotos } from './FormPhotos.tsx';
import pictures from '../../../components/figure/Photos.module.css';

interface BothPhotosProps {
  form: Pick<CollationDetail, 'formCode' | 'area' | 'constituency' | 'photos'>;
  row: Pick<ComparedRow, 'name' | 'childCode' | 'fields' | 'resultId' | 'childCollationId'>;
  onClose: () => void;
}

/** The photo of the form beside that of our own sheet, or of the form below, for one row. */
export function BothPhotos({ form, row, onClose }: BothPhotosProps) {
  const name = row.name ?? row.childCode ?? form.area.name;
  return (
    <Modal opened onClose={onClose} title={`${name}: both photos`} size="100%">
      {row.fields.length > 0 && (
        <p className="hint">Look at {row.fields.map((field) => fieldWord(field.name)).join(', ')}.</p>
      )}
      <div className={pictures.pair}>
        <section aria-label="The form">
          <h3 className="title">{formName(form)}</h3>
          <FormPhotos photos={form.photos} alt={formWords(form)} />
        </section>
        {row.resultId ? (
          <OwnSheet id={row.resultId} name={name} />
        ) : (
          row.childCollationId && <FormBelow id={row.childCollationId} />
        )}
      </div>
    </Modal>
  );
}

function OwnSheet({ id, name }: { id: string; name: string }) {
  const { user } = useCurrentMe();
  const { data, error, refetch } = useQuery({
    queryKey: ['results', 'detail', id],
    queryFn: ({ signal }) => api.call('GET /results/:id', { params: { id }, signal }),
  });
  return (
    <Stack component="section" gap="xs" aria-label="Our own sheet">
      <h3 className="title">
        Our own sheet, <Link to={`/review/${id}`}>{name}</Link>
      </h3>
      <DeskNote desk={data?.desk ?? null} reader={user.id} />
      {data ? (
        <SheetViewer fileId={data.sheetFileId} originalFileId={data.originalFileId} alt={`Result sheet of ${name}`} />
      ) : error ? (
        <ErrorView title="Our sheet could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={320} />
      )}
    </Stack>
  );
}

function FormBelow({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(collationQuery(id));
  return (
    <section aria-label="The form below">
      {data ? (
        <>
          <h3 className="title">
            <Link to={`/collations/${id}`}>{formName(data)}</Link>
          </h3>
          <FormPhotos photos={data.photos} alt={formWords(data)} />
        </>
      ) : error ? (
        <ErrorView title="The form below could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={320} />
      )}
    </section>
  );
}
