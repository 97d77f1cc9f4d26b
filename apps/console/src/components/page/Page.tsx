import { type ReactNode, use, useEffect } from 'react';
import { keepTitleFocus } from '../../lib/hooks/focus.ts';
import { useDocumentTitle } from '../../lib/hooks/use-document-title.ts';
import { PageActions, PageHelp } from './page-contexts.ts';
import styles from './Page.module.css';

interface PageProps {
  title: string;
  /** One line: area, election, basis, updated at. */
  context?: ReactNode;
  /** Where it comes after the page, the lines that it takes on a phone: their room is kept. */
  contextComes?: 1 | 2;
  /** Buttons at the right. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Every page behind sign-in. Its title becomes the document's and takes the focus after navigation. */
export function Page({ title, context, contextComes, actions, children }: PageProps) {
  const added = use(PageActions);
  const help = use(PageHelp);
  useDocumentTitle(title);
  useEffect(keepTitleFocus, []);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div className={styles.words}>
          <div className={styles.heading}>
            <h1 id="page-title" tabIndex={-1} className={styles.title}>
              {title}
            </h1>
            {help}
          </div>
          {(context || contextComes) && (
            <div className={`dim ${styles.context}`} data-comes={contextComes}>
              {context}
            </div>
          )}
        </div>
        {(actions || added) && (
          <div className={styles.actions}>
            {actions}
            {added}
          </div>
        )}
      </div>
      {children}
    </div>
  );
}
