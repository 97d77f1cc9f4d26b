import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PlainText } from '../src/components/figure/PlainText.tsx';
import { renderElement } from './render.tsx';

const HOSTILE = `<img src=x onerror="alert(1)"> <a href="javascript:alert(1)">here</a> &lt;b&gt;
[click](javascript:alert(1)) javascript:alert(1) https://bank.ng@evil.example \u202eelcitra`;

it('shows mark-up and scripts as the letters that they are', async () => {
  renderElement(<PlainText text={HOSTILE} className="typed" />);
  const text = await screen.findByText(/onerror/);
  expect(text.textContent).toBe(HOSTILE);
  expect(text.children).toHaveLength(0);
  expect(text).toHaveAttribute('dir', 'auto');
});

it('leads to addresses in a new tab that learns nothing of the console', async () => {
  renderElement(<PlainText text={'Read https://example.ng/guide?a="b, then call.'} />);
  const link = await screen.findByRole('link', { name: /^https:\/\/example.ng\/guide\?a= ?\(opens in a new tab\)$/ });
  expect(link).toHaveAttribute('href', 'https://example.ng/guide?a=');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(link.parentElement).toHaveTextContent('Read https://example.ng/guide?a= (opens in a new tab)"b, then call.');
});

it('lets names between the links be picked out', async () => {
  const words = (text: string) =>
    text.split('Ada').flatMap((part, at) => (at ? [<mark key={at}>Ada</mark>, part] : part));
  renderElement(<PlainText text="Ada, see https://Ada.example and call Ada" words={words} />);
  expect(await screen.findAllByText('Ada')).toHaveLength(2);
});
