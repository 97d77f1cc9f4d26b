import { expect, it } from 'vitest';
import { fillPage } from './console-files.ts';

const PAGE = '<meta name="csp-nonce" content="__CSP_NONCE__" /><title>__SYSTEM_NAME__</title>';

it('writes the name of the organisation into the page as words, whatever signs it has', () => {
  const name = '</title><script>alert("1 & $& 2")</script>';
  const filled = fillPage(PAGE, { nonce: 'n1', name });
  expect(filled).toContain('content="n1"');
  expect(filled).toContain(
    '<title>&lt;/title&gt;&lt;script&gt;alert(&quot;1 &amp; $&amp; 2&quot;)&lt;/script&gt;</title>',
  );
});
