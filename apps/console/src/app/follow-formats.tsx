import { type ComponentType, use } from 'react';
import { FormatsContext } from '../lib/format/formats-context.ts';

/**
 * The page, rendered again (with all that was typed on it) when the organisation's time zone or date format changes: the
 * router passes its pages on unchanged, so nothing else would reach the dates on them.
 */
export function followFormats(Page: ComponentType): ComponentType {
  return function FormattedPage() {
    use(FormatsContext);
    return <Page />;
  };
}
