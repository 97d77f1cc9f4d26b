/** The nonce the server wrote into the page, for style tags made at run time; empty in development. */
export function cspNonce(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  return content.startsWith('__') ? '' : content;
}

/** The scroll lock of dialogs makes a style tag of its own and reads its nonce from this global. */
export function shareNonce(): void {
  const nonce = cspNonce();
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}
