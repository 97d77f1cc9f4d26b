import { ANNOUNCEMENT_LENGTH } from '@ec/contract/announcements/schemas';
import { Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import { Segmented } from '../../../components/form/Segmented.tsx';
import { PlainText } from '../../../components/figure/PlainText.tsx';
import { formatNumber } from '../../../lib/format/format.ts';
import { PriorityChip } from '../AnnouncementParts.tsx';
import styles from './form.module.css';
import { excessOf, fieldId, type FieldsProps } from './values.ts';

type ContentFieldProps = Pick<FieldsProps, 'values' | 'problems' | 'onChange'>;

/** The text, counted as it is typed, and how it will look to those who read it. */
export function ContentField({ values, problems, onChange }: ContentFieldProps) {
  const [view, setView] = useState('write');
  const { content } = values;
  const excess = excessOf(values, 'content');
  const counter = useId();
  return (
    <div className="tight">
      <div>
        <Segmented
          aria-label="Content"
          value={view}
          onChange={setView}
          data={[
            { value: 'write', label: 'Write' },
            { value: 'preview', label: 'Preview' },
          ]}
        />
      </div>
      {view === 'preview' ? (
        <Preview values={values} />
      ) : (
        <>
          <Textarea
            id={fieldId('content')}
            label="Content"
            description="Plain text. Web addresses that begin with https:// become links."
            required
            rows={8}
            resize="vertical"
            value={content}
            aria-describedby={counter}
            error={problems.content ?? excess}
            onChange={(event) => onChange({ content: event.currentTarget.value })}
          />
          <p id={counter} className={`hint right ${styles.counter}`} data-over={excess !== undefined || undefined}>
            {formatNumber(content.trim().length)} of {formatNumber(ANNOUNCEMENT_LENGTH)} characters
          </p>
        </>
      )}
    </div>
  );
}

function Preview({ values: { title, content, priority } }: Pick<FieldsProps, 'values'>) {
  const nothing = title.trim() === '' && content.trim() === '';
  return (
    <article className={styles.preview} aria-label="Preview">
      {nothing ? (
        <p className="hint">Nothing is written yet.</p>
      ) : (
        <>
          <div>
            <PriorityChip priority={priority} />
          </div>
          <h3 className="heading breaks" dir="auto">
            {title.trim()}
          </h3>
          <PlainText text={content.trim()} />
        </>
      )}
    </article>
  );
}
