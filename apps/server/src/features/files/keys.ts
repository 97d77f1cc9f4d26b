/** The key of a sheet by its content: spread over folders by the first two digits of its digest. */
export function keyOf(sha256: Buffer, variant: 'original' | 'view' | 'thumbnail'): string {
  const hex = sha256.toString('hex');
  return `${variant}/${hex.slice(0, 2)}/${hex}`;
}
