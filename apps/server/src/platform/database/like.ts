/** Typed text as it stands in a pattern of `like`, where % and _ would otherwise mean anything. */
export function likeEscaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
